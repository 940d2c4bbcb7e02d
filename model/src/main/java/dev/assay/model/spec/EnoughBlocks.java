package dev.assay.model.spec;

import dev.assay.model.unit.Fraction;
import java.util.Optional;

/**
 * Says when a run has enough blocks: once its results are decided, or once a statistic is known well enough.
 *
 * @param within how precisely the statistic must be known; empty where results are to be decided
 */
public record EnoughBlocks(Optional<Fraction> within) {
    private static final String WORD = "decided";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*" + WORD + "\\s*$|" + Fraction.PATTERN;

    public static final EnoughBlocks DECIDED = new EnoughBlocks(Optional.empty());

    /** @throws IllegalArgumentException when the text is neither {@code decided} nor a fraction */
    public static EnoughBlocks parse(String text) {
        String stripped = text.strip();
        if (stripped.equals(WORD)) {
            return DECIDED;
        }
        Check.that(stripped.endsWith("%"), "expected 'decided' or a fraction like 5 %, but found '" + text + "'");
        return new EnoughBlocks(Optional.of(Fraction.parse(stripped)));
    }

    @Override
    public String toString() {
        return within.map(Fraction::toString).orElse(WORD);
    }
}

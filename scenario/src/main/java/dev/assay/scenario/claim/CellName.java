package dev.assay.scenario.claim;

import java.util.Optional;

/**
 * A cell as statements name it: {@code TEST/CELL}, or {@code TEST/CELL@VARIANT} for one of its variants, whichever the claim is judged by.
 *
 * @param cell as {@code TEST/CELL}
 * @param variant empty for the one that the claim is judged by
 */
public record CellName(String cell, Optional<String> variant) {
    private static final char AT = '@';

    /** What such a name says. */
    public static CellName of(String text) {
        int at = text.indexOf(AT);
        return at < 0
                ? new CellName(text, Optional.empty())
                : new CellName(text.substring(0, at), Optional.of(text.substring(at + 1)));
    }

    /** As it is named. */
    public String text() {
        return cell + variant.map(name -> AT + name).orElse("");
    }
}

package dev.assay.scenario.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One comparison.
 *
 * @param expected what it has to show; empty where it is only shown
 * @param published the effect that was published, if any was
 * @param confounders those that hold for it beside the claim's
 */
public record ClaimCondition(
        Statement statement, Optional<Expected> expected, Optional<Published> published, Set<Confounder> confounders) {
    private static final String ANY = "*";

    public ClaimCondition {
        confounders = Set.copyOf(confounders);
        boolean state = statement instanceof Statement.State;
        expected.ifPresent(what -> {
            if (state != what instanceof Is) {
                throw new IllegalArgumentException(
                        state ? "a state is expected to be true or false" : "a ratio is expected to lie in a range");
            }
        });
    }

    /** What a comparison has to show. */
    public sealed interface Expected {}

    /** The ratio lies there. */
    public record In(RatioRange range) implements Expected {}

    /** The trial was, or was not, found to be so. */
    public record Is(boolean state) implements Expected {}

    /**
     * An effect that was published.
     *
     * @param size from its lower to its upper value, which are often the same; nothing for words
     * @param text as given
     */
    public record Published(@Nullable Size size, String text) {}

    /** A published value, or two that it lies between. */
    public record Size(double low, double high) {
        public Size {
            if (!(low <= high)) {
                throw new IllegalArgumentException("a size begins at its lower end, but is " + low + " to " + high);
            }
        }
    }

    /** The same comparison for each text that the star can stand for in all of its cells; itself where there is no star, or no such text. */
    List<ClaimCondition> over(List<String> cells) {
        String first = CellName.of(statement.cells().getFirst()).cell();
        if (!first.contains(ANY)) {
            return List.of(this);
        }
        Pattern pattern = Pattern.compile(Pattern.quote(first).replace(ANY, "\\E(.+)\\Q"));
        List<ClaimCondition> found = new ArrayList<>();
        for (String cell : cells) {
            Matcher matcher = pattern.matcher(cell);
            if (matcher.matches()) {
                Statement one = statement.renamed(name -> name.replace(ANY, matcher.group(1)));
                if (one.cells().stream().map(CellName::of).map(CellName::cell).allMatch(cells::contains)) {
                    found.add(new ClaimCondition(one, expected, published, confounders));
                }
            }
        }
        return found.isEmpty() ? List.of(this) : found;
    }
}

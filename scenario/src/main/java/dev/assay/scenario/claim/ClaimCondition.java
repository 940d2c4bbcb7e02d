package dev.assay.scenario.claim;

import java.util.Optional;
import java.util.Set;
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

    /** The same on cells of other names. */
    ClaimCondition on(Statement other) {
        return new ClaimCondition(other, expected, published, confounders);
    }
}

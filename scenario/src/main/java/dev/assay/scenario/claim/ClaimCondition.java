package dev.assay.scenario.claim;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeysOf;
import dev.assay.scenario.claim.Statement.Phases;
import dev.assay.scenario.claim.Statement.Ratio;
import dev.assay.scenario.claim.Statement.Same;
import dev.assay.scenario.claim.Statement.State;
import dev.assay.scenario.claim.Statement.Tail;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares statistics, or checks the state of a trial.
 *
 * @param expected the required result; empty where the comparison is only shown
 * @param published the effect that was published, if any was
 * @param confounders letters that hold for this comparison in addition to those of the claim
 */
public record ClaimCondition(
        Statement statement, Optional<Expected> expected, Optional<Published> published, Set<Confounder> confounders) {
    private static final String ANY = "*";

    /** Holds the keys of a condition in a study file: one of five statements, and the expected result. */
    public record Keys(
            @Key("One statistic of two cells, divided.") Optional<Ratio> ratio,

            @Key("The same where two cells are said to be alike; expects 'within'.")
            Optional<Same> same,

            @Key("Two statistics of one cell, divided.") Optional<Tail> tail,

            @Key("One statistic in two phases of one trial, divided.")
            Optional<Phases> phases,

            @Key("What a trial was found to be; expects true or false.")
            Optional<State> state,

            @Key(value = "above or below for a ratio, true or false for a state.", fallback = "")
            String expect,

            @Key("The factor that a ratio is above, or its reciprocal below, such as 1.25.")
            Optional<Double> least,

            @Key("What a ratio is above or below itself.") Optional<Double> bound,

            @Key("The factor of 1 that a ratio is within on either side, such as 1.25.")
            Optional<Double> within,

            @Key("The two ends that a ratio is between.") List<Double> between,

            @Key("The effect that was published: a number, two that it lies between, or words.")
            List<String> published,

            @Key("Letters of what else may explain it, beside the claim's.")
            Set<Confounder> confounders)
            implements KeysOf<ClaimCondition> {
        @Override
        public ClaimCondition value() {
            List<Statement> statements = Stream.of(ratio, same, tail, phases, state)
                    .<Statement>flatMap(Optional::stream)
                    .toList();
            Check.that(
                    statements.size() == 1,
                    "a condition is one of ratio, same, tail, phases, state, but this has " + statements.size());
            String twice = "'a' and 'b' are the same: nothing is decided between a trial and itself";
            Check.key("ratio", ratio.filter(one -> one.a().equals(one.b())).isEmpty(), twice);
            Check.key("same", same.filter(one -> one.a().equals(one.b())).isEmpty(), twice);
            boolean silent = expect.isEmpty()
                    && between.isEmpty()
                    && Stream.of(least, bound, within).allMatch(Optional::isEmpty);
            Optional<Expected> expected = state.isPresent() ? truth() : range().map(In::new);
            Check.key(
                    "expect",
                    silent || expected.isPresent(),
                    state.isPresent() ? OF_STATE : OF_RATIO,
                    "least",
                    "bound");
            return new ClaimCondition(
                    statements.getFirst(),
                    expected,
                    published.isEmpty() ? Optional.empty() : Optional.of(effect()),
                    confounders);
        }

        private Optional<Expected> truth() {
            return expect.equals("true") || expect.equals("false")
                    ? Optional.of(new Is(expect.equals("true")))
                    : Optional.empty();
        }

        private Optional<RatioRange> range() {
            if (within.isPresent()) {
                return within.map(RatioRange::within);
            }
            if (between.size() == 2) {
                return Optional.of(new RatioRange(between.getFirst(), between.getLast()));
            }
            Optional<Double> factor = least.filter(number -> number > 0);
            return switch (expect) {
                case "above" -> factor.or(() -> bound).map(RatioRange::above);
                case "below" -> factor.map(number -> 1 / number).or(() -> bound).map(RatioRange::below);
                default -> Optional.empty();
            };
        }

        private Published effect() {
            String text = String.join(" to ", published);
            try {
                double low = Double.parseDouble(published.getFirst());
                double high = Double.parseDouble(published.getLast());
                return new Published(low <= high ? new Size(low, high) : null, text);
            } catch (NumberFormatException _) {
                return new Published(null, text); // The effect is given in words.
            }
        }
    }

    private static final String OF_RATIO =
            "a ratio needs 'expect: above' or 'below' with least or bound, or 'within', or 'between: [low, high]'";
    private static final String OF_STATE = "a state is expected to be true or false";

    public ClaimCondition {
        confounders = Set.copyOf(confounders);
        boolean state = statement instanceof State;
        expected.ifPresent(what -> Check.that(state == what instanceof Is, state ? OF_STATE : OF_RATIO));
    }

    String expectation() {
        return statement instanceof State ? OF_STATE : OF_RATIO;
    }

    ClaimCondition unjudged() {
        return new ClaimCondition(statement, Optional.empty(), published, confounders);
    }

    public sealed interface Expected {}

    public record In(RatioRange range) implements Expected {}

    public record Is(boolean state) implements Expected {}

    /**
     * Holds an effect that was published.
     *
     * @param size the range of the effect, often a single value; null for an effect in words
     * @param text as given in the study file
     */
    public record Published(@Nullable Size size, String text) {}

    public record Size(double low, double high) {
        public Size {
            if (!(low <= high)) {
                throw new IllegalArgumentException("a size begins at its lower end, but is " + low + " to " + high);
            }
        }
    }

    /**
     * Returns the comparison for each text that the star can stand for in all of its cells; only itself where there is no star, or no
     * match.
     */
    List<ClaimCondition> over(List<String> cells) {
        String first = CellName.of(statement.cells().getFirst()).cell();
        if (!first.contains(ANY)) {
            return List.of(this);
        }
        Pattern pattern = Pattern.compile(Pattern.quote(first).replace(ANY, "\\E(.+)\\Q"));
        List<ClaimCondition> conditions = new ArrayList<>();
        for (String cell : cells) {
            Matcher matcher = pattern.matcher(cell);
            if (matcher.matches()) {
                Statement one = statement.renamed(name -> name.replace(ANY, matcher.group(1)));
                if (one.cells().stream().map(CellName::of).map(CellName::cell).allMatch(cells::contains)) {
                    conditions.add(new ClaimCondition(one, expected, published, confounders));
                }
            }
        }
        return conditions.isEmpty() ? List.of(this) : conditions;
    }
}

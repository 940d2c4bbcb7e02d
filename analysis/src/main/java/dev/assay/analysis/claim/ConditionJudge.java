package dev.assay.analysis.claim;

import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.model.display.Figure;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.study.Outcome;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.ClaimCondition.In;
import dev.assay.scenario.claim.ClaimCondition.Is;
import dev.assay.scenario.claim.RatioRange;
import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.claim.Statement;
import dev.assay.scenario.claim.Statement.AtLimit;
import dev.assay.scenario.claim.Statement.Operand;
import dev.assay.scenario.claim.Statement.Phases;
import dev.assay.scenario.claim.Statement.Ratio;
import dev.assay.scenario.claim.Statement.Reached;
import dev.assay.scenario.claim.Statement.Reason;
import dev.assay.scenario.claim.Statement.Same;
import dev.assay.scenario.claim.Statement.State;
import dev.assay.scenario.claim.Statement.Tail;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Judges one comparison by itself, by the rules of comparisons of runs: each ratio is taken within a block, so that common
 * influences cancel, and all ratios together make one interval ({@link RatioEstimate}). A lower bound, or a value that lies in an
 * interval, opens or widens the ratio of its own block.
 */
final class ConditionJudge {
    private final Claim claim;
    private final int family;
    private final Function<String, CellResults> results;

    /** @param family the number of comparisons of which one may be false as often as a single one by itself */
    ConditionJudge(Claim claim, int family, Function<String, CellResults> results) {
        this.claim = claim;
        this.family = Math.max(1, family);
        this.results = results;
    }

    private static final class Tally {
        private final List<Interval> ratios = new ArrayList<>();
        /** Holds the ratios as if values that are not known to be settled had moved on as far as they moved during the measurement. */
        private final List<Interval> later = new ArrayList<>();

        private int counted;
        private int states;
        private int leftOut;
        private int settled;
        private int followed;
        private @Nullable Untestable code;
        private @Nullable String cause;
        private @Nullable String drift;
    }

    private record Word(Outcome outcome, double pValue) {
        static final Word NONE = new Word(Outcome.INCONCLUSIVE, 1);

        /** Returns NONE where the outcomes differ, and otherwise the outcome with the greater p-value. */
        Word unless(Word other) {
            return outcome == other.outcome ? new Word(outcome, Math.max(pValue, other.pValue)) : NONE;
        }

        static Word of(Outcome outcome, double pValue) {
            return pValue <= ClaimJudge.LEVEL ? new Word(outcome, pValue) : NONE;
        }
    }

    ConditionJudgement judge(ClaimCondition condition) {
        List<String> cells = condition.statement().cells().stream().distinct().toList();
        Map<String, String> whose = new HashMap<>();
        for (String cell : cells) {
            CellResults cellResults = results.apply(cell);
            if (cellResults.refused().isPresent()) {
                Refused refused = cellResults.refused().get();
                return untestable(condition, refused.code(), cell + ": " + refused.reason(), new Tally());
            }
            if (cellResults.trials().isEmpty()) {
                return untestable(condition, Untestable.U5, cell + ": none of its trials finished", new Tally());
            }
            String other = cellResults.whose().isEmpty() ? null : whose.putIfAbsent(cellResults.whose(), cell);
            if (other != null) {
                return untestable(condition, Untestable.U5, Refused.oneTrial(other, cell), new Tally());
            }
        }
        Tally tally = new Tally();
        blocks(cells).values().forEach(trials -> count(condition.statement(), trials, tally));
        Untestable code = tally.code;
        if (tally.counted < RatioEstimate.MIN_BLOCKS && code != null) {
            return untestable(condition, code, code.meaning(), tally);
        }
        return condition.statement() instanceof State ? ofStates(condition, tally) : ofRatios(condition, tally);
    }

    private static ConditionJudgement untestable(ClaimCondition condition, Untestable code, String why, Tally tally) {
        return new ConditionJudgement(
                condition,
                condition.expected().map(_ -> Outcome.NOT_TESTABLE),
                1,
                Optional.empty(),
                tally.counted,
                tally.leftOut,
                tally.states,
                Optional.of(code),
                why);
    }

    private Map<Integer, Map<String, CellReadings>> blocks(List<String> cells) {
        Map<Integer, Map<String, CellReadings>> blocks = new TreeMap<>();
        for (String cell : cells) {
            results.apply(cell)
                    .trials()
                    .forEach(trial -> blocks.computeIfAbsent(trial.block(), _ -> new TreeMap<>())
                            .put(cell, trial));
        }
        return blocks;
    }

    private void count(Statement statement, Map<String, CellReadings> trials, Tally tally) {
        if (!trials.keySet().containsAll(statement.cells())) {
            leaveOut(tally, "a cell of the block did not finish");
            return;
        }
        boolean state = statement instanceof State;
        boolean ofLimit = statement instanceof State one && one.observed() instanceof AtLimit;
        for (String of : statistics(statement)) {
            for (CellReadings trial : trials.values()) {
                Untestable code = trial.untestable(of, ofLimit, claim.lookOutFor());
                if (code != null) {
                    tally.code = tally.code == null ? code : tally.code;
                    leaveOut(tally, code.meaning());
                    return;
                }
                String cause = trial.leftOut(of, state, claim.needs());
                if (cause != null) {
                    leaveOut(tally, cause);
                    return;
                }
            }
        }
        if (statement instanceof State one) {
            countState(one, trials, tally);
        } else {
            countRatio(statement, trials, tally);
        }
    }

    private static void leaveOut(Tally tally, String cause) {
        tally.leftOut++;
        tally.cause = tally.cause == null ? cause : tally.cause;
    }

    private static void countState(State state, Map<String, CellReadings> trials, Tally tally) {
        Boolean holds = holds(state, trials.values().iterator().next());
        if (holds == null) {
            leaveOut(tally, "it is not known");
            return;
        }
        tally.counted++;
        tally.states += holds ? 1 : 0;
    }

    private static @Nullable Boolean holds(State state, CellReadings trial) {
        return switch (state.observed()) {
            case Reason reason ->
                reason.anyOf().stream().anyMatch(trial.findings().reasons()::contains);
            case AtLimit limit -> {
                // No trial tells which of several resources of a kind was at its limit.
                yield (trial.limit().isEmpty() || limit.which() != null)
                        ? null
                        : (Boolean) trial.limit().get().equals(limit.resource());
            }
            case Reached reached -> {
                OptionalDouble value = trial.value(reached.of());
                yield value.isEmpty() ? null : (Boolean) reached.by(value.getAsDouble());
            }
        };
    }

    private static void countRatio(Statement statement, Map<String, CellReadings> trials, Tally tally) {
        Sides sides = sides(statement, trials, CellReadings::place);
        if (Stream.concat(sides.over().stream(), sides.under().stream()).anyMatch(Optional::isEmpty)) {
            leaveOut(tally, "a value is missing");
            return;
        }
        if (!Double.isFinite(sides.ratio(Interval::centre, Interval::centre))) {
            leaveOut(tally, "nothing can be divided by 0");
            return;
        }
        tally.ratios.add(sides.ratio());
        tally.later.add(sides(statement, trials, CellReadings::placeMovedOn).ratio());
        tally.counted++;
        tally.settled += all(statement, trials, CellReadings::settled) ? 1 : 0;
        tally.followed += all(statement, trials, CellReadings::followed) ? 1 : 0;
    }

    private static boolean all(
            Statement statement, Map<String, CellReadings> trials, BiPredicate<CellReadings, String> known) {
        return statistics(statement).stream()
                .allMatch(of -> trials.values().stream().allMatch(trial -> known.test(trial, of)));
    }

    private interface Place extends BiFunction<CellReadings, String, Optional<Interval>> {}

    private record Sides(Place place, List<Optional<Interval>> over, List<Optional<Interval>> under) {
        Sides(Place place) {
            this(place, new ArrayList<>(), new ArrayList<>());
        }

        Sides turned() {
            List<Optional<Interval>> below = under;
            return new Sides(place, below, over);
        }

        Interval ratio() {
            double low = ratio(Interval::low, Interval::high);
            double high = ratio(Interval::high, Interval::low);
            return new Interval(
                    Double.isNaN(low) ? 0 : low,
                    ratio(Interval::centre, Interval::centre),
                    Double.isNaN(high) ? Double.POSITIVE_INFINITY : high);
        }

        double ratio(ToDoubleFunction<Interval> above, ToDoubleFunction<Interval> below) {
            return product(over, above) / product(under, below);
        }

        private static double product(List<Optional<Interval>> factors, ToDoubleFunction<Interval> of) {
            return factors.stream().flatMap(Optional::stream).mapToDouble(of).reduce(1, (a, b) -> a * b);
        }
    }

    private static Sides sides(Statement statement, Map<String, CellReadings> trials, Place place) {
        Sides sides = new Sides(place);
        switch (statement) {
            case Ratio ratio -> {
                side(ratio.a(), ratio.of(), trials, sides);
                side(ratio.b(), ratio.of(), trials, sides.turned());
            }
            case Same same -> {
                side(same.a(), same.of(), trials, sides);
                side(same.b(), same.of(), trials, sides.turned());
            }
            case Tail tail -> {
                add(tail.a(), tail.over(), tail.under(), trials, sides);
                String other = tail.b();
                if (other != null) {
                    add(other, tail.over(), tail.under(), trials, sides.turned());
                }
            }
            case Phases phases -> {
                List<String> of = statistics(phases);
                add(phases.cell(), of.getFirst(), of.getLast(), trials, sides);
            }
            case State _ -> throw new IllegalArgumentException("a state has no ratio");
        }
        return sides;
    }

    private static void side(Operand operand, String of, Map<String, CellReadings> trials, Sides sides) {
        sides.over().add(sides.place().apply(trial(trials, operand.cell()), of));
        String cell = operand.over();
        if (cell != null) {
            sides.under().add(sides.place().apply(trial(trials, cell), of));
        }
    }

    private static void add(String cell, String over, String under, Map<String, CellReadings> trials, Sides sides) {
        CellReadings trial = trial(trials, cell);
        sides.over().add(sides.place().apply(trial, over));
        sides.under().add(sides.place().apply(trial, under));
    }

    private static CellReadings trial(Map<String, CellReadings> trials, String cell) {
        CellReadings trial = trials.get(cell);
        if (trial == null) {
            throw new IllegalArgumentException("no trial of " + cell + " in this block");
        }
        return trial;
    }

    private static List<String> statistics(Statement statement) {
        return switch (statement) {
            case Ratio ratio -> List.of(ratio.of());
            case Same same -> List.of(same.of());
            case Tail tail -> List.of(tail.over(), tail.under());
            case Phases phases -> List.of(phases.a() + "/" + phases.of(), phases.b() + "/" + phases.of());
            case State state -> List.of(state.observed() instanceof Reached reached ? reached.of() : "");
        };
    }

    private ConditionJudgement ofRatios(ClaimCondition condition, Tally tally) {
        Optional<RatioEstimate> estimate = RatioEstimate.withinBlocks(tally.ratios, family);
        Optional<Interval> interval = estimate.map(RatioEstimate::interval);
        boolean unsettled = tally.followed < Interval.MIN_SETTLED * tally.counted;
        if (unsettled) {
            tally.cause =
                    "it is known for only %d of %d blocks how far they drifted while they were measured, which is too few"
                            .formatted(tally.followed, tally.counted);
        }
        Word word = Word.NONE;
        if (!unsettled && interval.isPresent() && condition.expected().isPresent()) {
            RatioRange range = ((In) condition.expected().get()).range();
            word = word(range, interval.get(), tally.ratios);
            if (word.equals(Word.NONE) && tally.cause == null && range.sameSide(interval.get())) {
                tally.cause = "there is an effect, but it is not known whether it is that large";
            }
            if (tally.settled < tally.counted) {
                Interval later = RatioEstimate.withinBlocks(tally.later, family)
                        .orElseThrow()
                        .interval();
                word = word.unless(word(range, later, tally.later));
                tally.drift =
                        "%d of %d blocks are known not to have drifted while they were measured; had the others drifted on as far again, it would be %s"
                                .formatted(tally.settled, tally.counted, text(later));
            }
        }
        return judged(condition, word, interval, tally);
    }

    private static String text(Interval interval) {
        return "%s (%s to %s)".formatted(text(interval.centre()), text(interval.low()), text(interval.high()));
    }

    private static String text(double ratio) {
        return Double.isFinite(ratio) ? Figure.plain(new BigDecimal(ratio).round(new MathContext(3))) : "any";
    }

    /** Returns the outcome that an interval earns, and how often chance would put the blocks so far beyond the bounds. */
    private Word word(RatioRange range, Interval interval, List<Interval> ratios) {
        if (range.holds(interval)) {
            return Word.of(Outcome.REPRODUCED, Math.max(beyond(range.low(), ratios), beyond(range.high(), ratios)));
        }
        if (!range.excludes(interval)) {
            return Word.NONE;
        }
        double pValue = beyond(interval.high() < range.low() ? range.low() : range.high(), ratios);
        return range.sameSide(interval)
                ? Word.of(Outcome.SMALLER, Math.max(pValue, beyond(1, ratios)))
                : Word.of(Outcome.CONTRADICTED, pValue);
    }

    private double beyond(double bound, List<Interval> ratios) {
        return bound > 0 && bound < Double.POSITIVE_INFINITY ? RatioEstimate.pValue(bound, ratios, family) : 0;
    }

    /**
     * Judges a state, which a block has or has not. It is asserted where more blocks agree than would in one of twenty cases if each
     * block had it with probability one half: all of five, or seven of eight (the exact binomial distribution).
     */
    private static ConditionJudgement ofStates(ClaimCondition condition, Tally tally) {
        int blocks = tally.counted;
        boolean wanted =
                condition.expected().map(expected -> ((Is) expected).state()).orElse(true);
        int agreeing = wanted ? tally.states : blocks - tally.states;
        double pValue = atLeast(Math.max(agreeing, blocks - agreeing), blocks);
        Word word = Word.of(2 * agreeing > blocks ? Outcome.REPRODUCED : Outcome.CONTRADICTED, pValue);
        if (tally.cause == null && blocks > 0) {
            tally.cause = "found in %d of %d blocks".formatted(tally.states, blocks);
        }
        return judged(condition, word, Optional.empty(), tally);
    }

    /** Returns the probability that at least so many blocks agree if each is the toss of a coin. */
    private static double atLeast(int agreeing, int blocks) {
        return DoubleStream.iterate(agreeing, count -> count <= blocks, count -> count + 1)
                .map(count -> BinomialDistribution.of(blocks, 0.5).probability((int) count))
                .sum();
    }

    private static ConditionJudgement judged(
            ClaimCondition condition, Word word, Optional<Interval> interval, Tally tally) {
        int blocks = tally.counted + tally.leftOut;
        boolean withheld = word.outcome().decided() && !Comparability.enough(tally.counted, blocks);
        if (withheld) {
            tally.cause = "only %d of %d blocks count, and %.0f %% are needed: %s"
                    .formatted(tally.counted, blocks, 100 * Comparability.MIN_FRACTION, tally.cause);
        }
        if (!withheld && tally.leftOut > 0 && tally.drift != null) {
            tally.cause = "%d left out: %s".formatted(tally.leftOut, tally.cause);
        }
        Word printed = withheld ? Word.NONE : word;
        return new ConditionJudgement(
                condition,
                condition.expected().map(_ -> printed.outcome()),
                printed.pValue(),
                interval,
                tally.counted,
                tally.leftOut,
                tally.states,
                Optional.empty(),
                Stream.of(tally.cause, tally.drift).filter(Objects::nonNull).collect(Collectors.joining("; ")));
    }
}

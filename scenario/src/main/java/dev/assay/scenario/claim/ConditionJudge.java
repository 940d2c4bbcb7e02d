package dev.assay.scenario.claim;

import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.scenario.claim.CellResults.Refused;
import dev.assay.scenario.claim.Statement.AtLimit;
import dev.assay.scenario.claim.Statement.Operand;
import dev.assay.scenario.claim.Statement.Phases;
import dev.assay.scenario.claim.Statement.Ratio;
import dev.assay.scenario.claim.Statement.Reached;
import dev.assay.scenario.claim.Statement.Reason;
import dev.assay.scenario.claim.Statement.Same;
import dev.assay.scenario.claim.Statement.State;
import dev.assay.scenario.claim.Statement.Tail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges one comparison: each ratio is taken within a block, so that what moves both sides alike divides out. */
final class ConditionJudge {
    private final Claim claim;
    private final Function<String, CellResults> results;

    ConditionJudge(Claim claim, Function<String, CellResults> results) {
        this.claim = claim;
        this.results = results;
    }

    /** What the blocks of a condition amount to. */
    private static final class Tally {
        private final List<Double> values = new ArrayList<>();
        /** The least and the most that each of them can be. */
        private final List<Double> low = new ArrayList<>();

        private final List<Double> high = new ArrayList<>();
        private int states;
        private int leftOut;
        private int settled;
        private boolean atLeast;
        private boolean atMost;
        private @Nullable Untestable code;
        private @Nullable String cause;
    }

    ConditionJudgement judge(ClaimCondition condition) {
        List<String> cells = condition.statement().cells();
        for (String cell : cells) {
            CellResults found = results.apply(cell);
            if (found.refused().isPresent()) {
                Refused refused = found.refused().get();
                return untestable(condition, refused.code(), cell + ": " + refused.reason(), new Tally());
            }
            if (found.trials().isEmpty()) {
                return untestable(condition, Untestable.U5, cell + ": none of its trials finished", new Tally());
            }
        }
        Tally tally = new Tally();
        blocks(cells).values().forEach(trials -> count(condition.statement(), trials, tally));
        Untestable code = tally.code;
        if (tally.values.size() < Interval.MIN_TRIALS && code != null) {
            return untestable(condition, code, code.meaning(), tally);
        }
        return condition.statement() instanceof State ? ofStates(condition, tally) : ofRatios(condition, tally);
    }

    private static ConditionJudgement untestable(ClaimCondition condition, Untestable code, String why, Tally tally) {
        return new ConditionJudgement(
                condition,
                condition.expected().map(_ -> Outcome.NOT_TESTABLE),
                Optional.empty(),
                tally.values.size(),
                tally.leftOut,
                tally.states,
                Optional.of(code),
                why);
    }

    /** The trials of each block by cell. */
    private Map<Integer, Map<String, CellTrial>> blocks(List<String> cells) {
        Map<Integer, Map<String, CellTrial>> blocks = new TreeMap<>();
        for (String cell : cells) {
            results.apply(cell)
                    .trials()
                    .forEach(trial -> blocks.computeIfAbsent(trial.block(), _ -> new TreeMap<>())
                            .put(cell, trial));
        }
        return blocks;
    }

    private void count(Statement statement, Map<String, CellTrial> trials, Tally tally) {
        if (!trials.keySet().containsAll(statement.cells())) {
            leaveOut(tally, "a cell of the block did not finish");
            return;
        }
        for (CellTrial trial : trials.values()) {
            Untestable code = trial.untestable(claim.lookOutFor());
            if (code != null) {
                tally.code = tally.code == null ? code : tally.code;
                leaveOut(tally, code.meaning());
                return;
            }
        }
        for (String of : statistics(statement)) {
            for (CellTrial trial : trials.values()) {
                String cause = trial.leftOut(of, statement instanceof State, claim.needs());
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

    private static void countState(State state, Map<String, CellTrial> trials, Tally tally) {
        Boolean found = found(state, trials.values().iterator().next());
        if (found == null) {
            leaveOut(tally, "it is not known");
            return;
        }
        tally.values.add(found ? 1.0 : 0.0);
        tally.states += found ? 1 : 0;
    }

    private static @Nullable Boolean found(State state, CellTrial trial) {
        return switch (state.found()) {
            case Reason reason -> reason.anyOf().stream().anyMatch(trial.reasons()::contains);
            case AtLimit limit -> {
                if (trial.limit().isEmpty()
                        || (limit.which() != null && trial.limitName().isEmpty())) {
                    yield null;
                }
                yield trial.limit().get().equals(limit.resource())
                        && (limit.which() == null || trial.limitName().get().equals(limit.which()));
            }
            case Reached reached -> {
                OptionalDouble value = trial.value(reached.of());
                yield value.isEmpty() ? null : (Boolean) reached.by(value.getAsDouble());
            }
        };
    }

    private static void countRatio(Statement statement, Map<String, CellTrial> trials, Tally tally) {
        List<Optional<Interval>> over = new ArrayList<>();
        List<Optional<Interval>> under = new ArrayList<>();
        switch (statement) {
            case Ratio ratio -> sides(ratio.a(), ratio.b(), ratio.of(), trials, new Sides(over, under), tally);
            case Same same -> sides(same.a(), same.b(), same.of(), trials, new Sides(over, under), tally);
            case Tail tail -> {
                tail(tail.a(), tail, trials, new Sides(over, under), tally);
                String other = tail.b();
                if (other != null) {
                    tail(other, tail, trials, new Sides(over, under).turned(), tally);
                }
            }
            case Phases phases -> {
                CellTrial trial = trial(trials, phases.cell());
                over.add(trial.place(phases.a() + "/" + phases.of()));
                under.add(trial.place(phases.b() + "/" + phases.of()));
                tally.atLeast |= trial.lowerBound(phases.of(), phases.a());
                tally.atMost |= trial.lowerBound(phases.of(), phases.b());
            }
            case State _ -> throw new IllegalArgumentException("a state has no ratio");
        }
        if (Stream.concat(over.stream(), under.stream()).anyMatch(Optional::isEmpty)) {
            leaveOut(tally, "a value is missing");
            return;
        }
        double ratio = product(over, Interval::centre) / product(under, Interval::centre);
        if (Double.isFinite(ratio)) {
            tally.values.add(ratio);
            tally.low.add(product(over, Interval::low) / product(under, Interval::high));
            tally.high.add(product(over, Interval::high) / product(under, Interval::low));
            tally.settled += statistics(statement).stream()
                            .allMatch(of -> trials.values().stream().allMatch(trial -> trial.settled(of)))
                    ? 1
                    : 0;
        } else {
            leaveOut(tally, "nothing can be divided by 0");
        }
    }

    /** The values above and below the line. */
    private record Sides(List<Optional<Interval>> over, List<Optional<Interval>> under) {
        /** The same with what is divided by in place of what is divided. */
        Sides turned() {
            List<Optional<Interval>> below = under;
            return new Sides(below, over);
        }
    }

    private static void sides(
            Operand a, Operand b, String of, Map<String, CellTrial> trials, Sides sides, Tally tally) {
        side(a, of, trials, sides);
        side(b, of, trials, sides.turned());
        tally.atLeast |= trial(trials, a.cell()).lowerBound(of) || below(b, of, trials);
        tally.atMost |= trial(trials, b.cell()).lowerBound(of) || below(a, of, trials);
    }

    private static boolean below(Operand operand, String of, Map<String, CellTrial> trials) {
        String cell = operand.over();
        return cell != null && trial(trials, cell).lowerBound(of);
    }

    private static void side(Operand operand, String of, Map<String, CellTrial> trials, Sides sides) {
        sides.over().add(trial(trials, operand.cell()).place(of));
        String cell = operand.over();
        if (cell != null) {
            sides.under().add(trial(trials, cell).place(of));
        }
    }

    /** Both statistics of a trial that was not sustained are only lower bounds: their ratio may be anything. */
    private static void tail(String cell, Tail tail, Map<String, CellTrial> trials, Sides sides, Tally tally) {
        CellTrial trial = trial(trials, cell);
        sides.over().add(trial.place(tail.over()));
        sides.under().add(trial.place(tail.under()));
        tally.atLeast |= trial.lowerBound(tail.over()) || trial.lowerBound(tail.under());
        tally.atMost |= trial.lowerBound(tail.over()) || trial.lowerBound(tail.under());
    }

    private static CellTrial trial(Map<String, CellTrial> trials, String cell) {
        CellTrial trial = trials.get(cell);
        if (trial == null) {
            throw new IllegalArgumentException("no trial of " + cell + " in this block");
        }
        return trial;
    }

    private static double product(List<Optional<Interval>> factors, ToDoubleFunction<Interval> of) {
        return factors.stream().flatMap(Optional::stream).mapToDouble(of).reduce(1, (a, b) -> a * b);
    }

    private static List<String> statistics(Statement statement) {
        return switch (statement) {
            case Ratio ratio -> List.of(ratio.of());
            case Same same -> List.of(same.of());
            case Tail tail -> List.of(tail.over(), tail.under());
            case Phases phases -> List.of(phases.of());
            case State state -> List.of(state.found() instanceof Reached reached ? reached.of() : "");
        };
    }

    private static ConditionJudgement ofRatios(ClaimCondition condition, Tally tally) {
        double least = Interval.ofRatios(tally.low).map(Interval::low).orElse(0.0);
        double most = Interval.ofRatios(tally.high).map(Interval::high).orElse(Double.POSITIVE_INFINITY);
        Optional<Interval> interval = Interval.ofRatios(tally.values)
                .map(seen -> new Interval(
                        tally.atMost ? 0 : Math.min(least, seen.low()),
                        seen.centre(),
                        tally.atLeast ? Double.POSITIVE_INFINITY : Math.max(most, seen.high())));
        boolean unsettled = tally.settled < Interval.MIN_SETTLED * tally.values.size();
        if (unsettled) {
            tally.cause =
                    "%d of %d blocks are known to have stayed where they were while they were measured, which is too few"
                            .formatted(tally.settled, tally.values.size());
        }
        return judged(
                condition,
                condition
                        .expected()
                        .map(expected ->
                                unsettled ? Outcome.INCONCLUSIVE : outcome((ClaimCondition.In) expected, interval)),
                interval,
                tally);
    }

    private static Outcome outcome(ClaimCondition.In expected, Optional<Interval> interval) {
        if (interval.isPresent() && expected.range().holds(interval.get())) {
            return Outcome.REPRODUCED;
        }
        boolean excluded = interval.isPresent() && expected.range().excludes(interval.get());
        return excluded ? Outcome.CONTRADICTED : Outcome.INCONCLUSIVE;
    }

    /** A state is true of a trial or not, so all blocks have to agree. */
    private static ConditionJudgement ofStates(ClaimCondition condition, Tally tally) {
        int blocks = tally.values.size();
        Optional<Outcome> outcome = condition.expected().map(expected -> {
            int agreeing = ((ClaimCondition.Is) expected).state() ? tally.states : blocks - tally.states;
            return blocks < Interval.MIN_TRIALS || (agreeing > 0 && agreeing < blocks)
                    ? Outcome.INCONCLUSIVE
                    : agreeing == blocks ? Outcome.REPRODUCED : Outcome.CONTRADICTED;
        });
        return judged(condition, outcome, Optional.empty(), tally);
    }

    private static ConditionJudgement judged(
            ClaimCondition condition, Optional<Outcome> outcome, Optional<Interval> interval, Tally tally) {
        int blocks = tally.values.size() + tally.leftOut;
        boolean withheld = outcome.isPresent()
                && outcome.get() != Outcome.INCONCLUSIVE
                && !Comparability.enough(tally.values.size(), blocks);
        if (withheld) {
            tally.cause = "only %d of %d blocks count, and %.0f %% are needed: %s"
                    .formatted(tally.values.size(), blocks, 100 * Comparability.MIN_FRACTION, tally.cause);
        }
        return new ConditionJudgement(
                condition,
                withheld ? Optional.of(Outcome.INCONCLUSIVE) : outcome,
                interval,
                tally.values.size(),
                tally.leftOut,
                tally.states,
                Optional.empty(),
                Objects.requireNonNullElse(tally.cause, ""));
    }
}

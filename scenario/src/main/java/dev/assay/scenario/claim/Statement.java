package dev.assay.scenario.claim;

import dev.assay.model.result.Comparability;
import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeysOf;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes the values that a comparison reads. Cells are given by {@link CellName}, and statistics by name, such as
 * {@code service.p99}, {@code peak} or {@code spikes(service.p99@10s)}.
 */
public sealed interface Statement {
    List<String> cells();

    Statement renamed(UnaryOperator<String> names);

    String text();

    /** Refers to the value of a cell, divided by that of the cell {@code over} unless that is null. */
    record Operand(String cell, @Nullable String over) {
        /**
         * Reads one cell, or two with a comma between them.
         *
         * @throws IllegalArgumentException when there are more
         */
        public static Operand parse(String text) {
            String[] cells = text.split(", ", -1);
            Check.that(
                    cells.length <= 2,
                    "expected a cell, or a list of two cells, of which the first is divided by the second, but found "
                            + cells.length);
            return new Operand(cells[0], cells.length == 2 ? cells[1] : null);
        }

        Stream<String> cells() {
            return Stream.concat(Stream.of(cell), Stream.ofNullable(over));
        }

        Operand renamed(UnaryOperator<String> names) {
            return new Operand(names.apply(cell), over == null ? null : names.apply(over));
        }

        @Override
        public String toString() {
            return over == null ? cell : "(" + cell + " / " + over + ")";
        }
    }

    /** Divides one statistic of two cells, a / b, in each block. */
    record Ratio(
            @Key("The cell that is divided, or [cell, cell]: the first by the second.")
            Operand a,

            @Key("The cell that it is divided by, or [cell, cell].")
            Operand b,

            @Key("The statistic, such as service.p99 or peak.")
            String of)
            implements Statement {
        @Override
        public List<String> cells() {
            return Stream.concat(a.cells(), b.cells()).toList();
        }

        @Override
        public Statement renamed(UnaryOperator<String> names) {
            return new Ratio(a.renamed(names), b.renamed(names), of);
        }

        @Override
        public String text() {
            return of + " " + a + " / " + b;
        }
    }

    /** Divides one statistic of two cells which are claimed to be alike. */
    record Same(
            @Key("A cell, or [cell, cell]: the first divided by the second.")
            Operand a,

            @Key("The cell that is as good, or [cell, cell].")
            Operand b,

            @Key("The statistic, such as service.p99 or peak.")
            String of)
            implements Statement {
        @Override
        public List<String> cells() {
            return Stream.concat(a.cells(), b.cells()).toList();
        }

        @Override
        public Statement renamed(UnaryOperator<String> names) {
            return new Same(a.renamed(names), b.renamed(names), of);
        }

        @Override
        public String text() {
            return of + " " + a + " / " + b;
        }
    }

    /** Divides two statistics of one cell, over / under; with a second cell, that ratio is divided by the second cell's. */
    record Tail(String a, @Nullable String b, String over, String under) implements Statement {
        public record Keys(
                @Key("The cell, as TEST/CELL.") Optional<String> cell,

                @Key("In the place of 'cell': the one that is divided.")
                Optional<String> a,

                @Key("The cell that it is divided by.") Optional<String> b,

                @Key("The statistic that is divided, such as service.p99.9.")
                String over,

                @Key("The statistic that it is divided by, such as service.p50.")
                String under)
                implements KeysOf<Tail> {
            @Override
            public Tail value() {
                Check.that(cell.isPresent() || a.isPresent(), "'tail' needs a cell, or a and b");
                return new Tail(cell.or(() -> a).orElseThrow(), b.orElse(null), over, under);
            }
        }

        @Override
        public List<String> cells() {
            return Stream.concat(Stream.of(a), Stream.ofNullable(b)).toList();
        }

        @Override
        public Statement renamed(UnaryOperator<String> names) {
            return new Tail(names.apply(a), b == null ? null : names.apply(b), over, under);
        }

        @Override
        public String text() {
            return over + " / " + under + " " + a + (b == null ? "" : " over " + b);
        }
    }

    /** Divides one statistic in two phases of one trial, a / b. */
    record Phases(
            @Key("The cell, as TEST/CELL.") String cell,
            @Key("The phase that is divided.") String a,
            @Key("The phase that it is divided by.") String b,
            @Key("The statistic, such as service.p99.") String of)
            implements Statement {
        @Override
        public List<String> cells() {
            return List.of(cell);
        }

        @Override
        public Statement renamed(UnaryOperator<String> names) {
            return new Phases(names.apply(cell), a, b, of);
        }

        @Override
        public String text() {
            return of + " " + cell + ", " + a + " / " + b;
        }
    }

    record State(String cell, ObservedState observed) implements Statement {
        public record Keys(
                @Key("The cell, as TEST/CELL.") String cell,

                @Key("Reasons of a verdict, or not-sustained.")
                List<String> reason,

                @Key("The resource that was at its limit, such as disk.")
                Optional<String> limit,

                @Key("With 'limit': the one of its kind, such as journal.")
                Optional<String> which,

                @Key("A statistic, with 'at-least' or 'above'.")
                Optional<String> of,

                @Key("With 'of': the value that it has reached.")
                Optional<Double> atLeast,

                @Key("With 'of': the value that it is beyond.")
                Optional<Double> above)
                implements KeysOf<State> {
            @Override
            public State value() {
                if (!reason.isEmpty()) {
                    Set<String> codes = new HashSet<>();
                    reason.forEach(name -> codes.addAll(codes(name)));
                    return new State(cell, new Reason(codes));
                }
                if (limit.isPresent()) {
                    return new State(cell, new AtLimit(limit.get(), which.orElse(null)));
                }
                Optional<Double> value = atLeast.or(() -> above);
                Check.that(
                        of.isPresent() && value.isPresent(),
                        "'state' needs a reason, a limit, or a statistic (of) with at-least or above");
                return new State(cell, new Reached(of.orElseThrow(), value.orElseThrow(), atLeast.isPresent()));
            }

            /** Translates names of published studies into codes of rules. */
            private static Set<String> codes(String reason) {
                return switch (reason) {
                    case "not-sustained" -> Comparability.NOT_SUSTAINED;
                    case "backlog-growing" -> Set.of("outstanding-growing");
                    default -> Set.of(reason);
                };
            }
        }

        @Override
        public List<String> cells() {
            return List.of(cell);
        }

        @Override
        public Statement renamed(UnaryOperator<String> names) {
            return new State(names.apply(cell), observed);
        }

        @Override
        public String text() {
            return cell + ", " + observed;
        }
    }

    sealed interface ObservedState {}

    /** Tests for one of these reasons, including reasons that the scenario expected. */
    record Reason(Set<String> anyOf) implements ObservedState {
        public Reason {
            anyOf = Set.copyOf(anyOf);
        }

        @Override
        public String toString() {
            return anyOf.stream().sorted().collect(Collectors.joining(" or "));
        }
    }

    /** @param which the name of one of several resources of a kind; null for any */
    record AtLimit(String resource, @Nullable String which) implements ObservedState {
        @Override
        public String toString() {
            return (which == null ? "" : which + " ") + resource + " at its limit";
        }
    }

    /** Tests whether a statistic reaches a value, or exceeds it unless {@code inclusive}. */
    record Reached(String of, double value, boolean inclusive) implements ObservedState {
        public boolean by(double measured) {
            return inclusive ? measured >= value : measured > value;
        }

        @Override
        public String toString() {
            return of + (inclusive ? " at least " : " above ") + value;
        }
    }
}

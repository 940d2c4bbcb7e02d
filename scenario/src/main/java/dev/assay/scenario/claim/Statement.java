package dev.assay.scenario.claim;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison reads. Cells go by their {@linkplain CellName names}, and statistics by their names, such as {@code service.p99}, {@code
 * peak} or {@code spikes(service.p99@10s)}.
 */
public sealed interface Statement {
    /** The cells whose trials it reads. */
    List<String> cells();

    /** The same about cells of other names. */
    Statement renamed(UnaryOperator<String> names);

    /** What is compared, in a few words. */
    String text();

    /** A cell's value, or that divided by another's. */
    record Operand(String cell, @Nullable String over) {
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

    /** One statistic of two cells, in each block a / b. */
    record Ratio(Operand a, Operand b, String of) implements Statement {
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

    /** The same where the two are said to be alike. */
    record Same(Operand a, Operand b, String of) implements Statement {
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

    /** Two statistics of one cell, over / under; with a second cell, that ratio by the second cell's. */
    record Tail(String a, @Nullable String b, String over, String under) implements Statement {
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

    /** One statistic in two phases of one trial, a / b. */
    record Phases(String cell, String a, String b, String of) implements Statement {
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

    /** What a trial was found to be. */
    record State(String cell, Found found) implements Statement {
        @Override
        public List<String> cells() {
            return List.of(cell);
        }

        @Override
        public Statement renamed(UnaryOperator<String> names) {
            return new State(names.apply(cell), found);
        }

        @Override
        public String text() {
            return cell + ", " + found;
        }
    }

    /** What can be found of a trial. */
    sealed interface Found {}

    /** A verdict gave one of these reasons, or would have, had it not been ordered. */
    record Reason(Set<String> anyOf) implements Found {
        public Reason {
            anyOf = Set.copyOf(anyOf);
        }

        @Override
        public String toString() {
            return anyOf.stream().sorted().collect(Collectors.joining(" or "));
        }
    }

    /** A resource was at its limit; of several of its kind perhaps one by its name. */
    record AtLimit(String resource, @Nullable String which) implements Found {
        @Override
        public String toString() {
            return (which == null ? "" : which + " ") + resource + " at its limit";
        }
    }

    /** A statistic has reached a value, or is beyond it. */
    record Reached(String of, double value, boolean inclusive) implements Found {
        /** Whether a value is so large. */
        public boolean by(double measured) {
            return inclusive ? measured >= value : measured > value;
        }

        @Override
        public String toString() {
            return of + (inclusive ? " at least " : " above ") + value;
        }
    }
}

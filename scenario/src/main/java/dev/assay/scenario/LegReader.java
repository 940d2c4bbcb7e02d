package dev.assay.scenario;

import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import dev.assay.scenario.claim.CellTrial;
import dev.assay.scenario.claim.Confounder;
import dev.assay.scenario.claim.Leg;
import dev.assay.scenario.claim.Leg.Expected;
import dev.assay.scenario.claim.Leg.In;
import dev.assay.scenario.claim.Leg.Is;
import dev.assay.scenario.claim.Leg.Published;
import dev.assay.scenario.claim.Leg.Size;
import dev.assay.scenario.claim.Range;
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
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/** Reads one comparison of a claim. */
final class LegReader {
    private static final List<String> FORMS = List.of("ratio", "same", "tail", "phases", "state");

    private final ProblemLog log;
    private final Consumer<Scalar> cells;

    /** @param cells is told every cell that is named */
    LegReader(ProblemLog log, Consumer<Scalar> cells) {
        this.log = log;
        this.cells = cells;
    }

    /** A leg that decides, or one that is only shown. */
    Optional<Leg> read(Tree tree, boolean decides) {
        Optional<StudyTree> keys = StudyTree.of(tree, "a leg", log)
                .map(leg -> leg.only(
                        "ratio",
                        "same",
                        "tail",
                        "phases",
                        "state",
                        "expect",
                        "least",
                        "bound",
                        "within",
                        "between",
                        "published",
                        "confounders"));
        return keys.flatMap(leg -> {
            List<Entry> forms = leg.mapping().entries().stream()
                    .filter(entry -> FORMS.contains(entry.key()))
                    .toList();
            if (forms.size() != 1) {
                leg.problem(tree, "a leg is one of " + String.join(", ", FORMS) + ", but this has " + forms.size());
                return Optional.empty();
            }
            return StudyTree.of(forms.getFirst().value(), "'" + forms.getFirst().key() + "'", log)
                    .flatMap(form -> leg(leg, forms.getFirst().key(), form, decides));
        });
    }

    private Optional<Leg> leg(StudyTree leg, String name, StudyTree form, boolean decides) {
        Optional<Statement> statement = statement(name, form);
        Optional<Expected> expected = decides ? expected(leg, name) : Optional.empty();
        if (statement.isEmpty() || (decides && expected.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new Leg(statement.get(), expected, published(leg), confounders(leg)));
    }

    private Optional<Statement> statement(String name, StudyTree form) {
        return switch (name) {
            case "ratio" -> pair(form).map(pair -> new Ratio(pair.a(), pair.b(), pair.of()));
            case "same" -> pair(form).map(pair -> new Same(pair.a(), pair.b(), pair.of()));
            case "tail" -> tail(form);
            case "phases" -> phases(form);
            default -> state(form);
        };
    }

    private record Pair(Operand a, Operand b, String of) {}

    private Optional<Pair> pair(StudyTree form) {
        form.only("a", "b", "of");
        Optional<Operand> a = operand(form, "a");
        Optional<Operand> b = operand(form, "b");
        Optional<String> of = form.required("of");
        return a.isPresent() && b.isPresent() && of.isPresent()
                ? Optional.of(new Pair(a.get(), b.get(), of.get()))
                : Optional.empty();
    }

    /** A cell, or a list of two of which the first is divided by the second. */
    private Optional<Operand> operand(StudyTree form, String key) {
        List<Scalar> named = form.scalars(key);
        if (named.isEmpty() || named.size() > 2) {
            form.problem(
                    form.mapping(),
                    "'" + key + "' takes a cell, or a list of two of which the first is divided by the second");
            return Optional.empty();
        }
        named.forEach(cells);
        return Optional.of(new Operand(
                named.getFirst().text(),
                named.size() == 2 ? Optional.of(named.getLast().text()) : Optional.empty()));
    }

    private Optional<Statement> tail(StudyTree form) {
        form.only("cell", "a", "b", "over", "under");
        Optional<Scalar> first = form.scalar("cell").or(() -> form.scalar("a"));
        if (first.isEmpty()) {
            form.problem(form.mapping(), "'tail' needs a cell, or a and b");
        }
        Optional<Scalar> second = form.scalar("b");
        first.ifPresent(cells);
        second.ifPresent(cells);
        Optional<String> over = form.required("over");
        Optional<String> under = form.required("under");
        return first.isPresent() && over.isPresent() && under.isPresent()
                ? Optional.of(new Tail(first.get().text(), second.map(Scalar::text), over.get(), under.get()))
                : Optional.empty();
    }

    private Optional<Statement> phases(StudyTree form) {
        form.only("cell", "a", "b", "of");
        form.scalar("cell").ifPresent(cells);
        Optional<String> cell = form.required("cell");
        Optional<String> a = form.required("a");
        Optional<String> b = form.required("b");
        Optional<String> of = form.required("of");
        return cell.isPresent() && a.isPresent() && b.isPresent() && of.isPresent()
                ? Optional.of(new Phases(cell.get(), a.get(), b.get(), of.get()))
                : Optional.empty();
    }

    private Optional<Statement> state(StudyTree form) {
        form.only("cell", "reason", "limit", "which", "of", "at-least", "above");
        form.scalar("cell").ifPresent(cells);
        Optional<String> cell = form.required("cell");
        Optional<Statement.Found> found = found(form);
        if (found.isEmpty()) {
            form.problem(form.mapping(), "'state' needs a reason, a limit, or a statistic (of) with at-least or above");
        }
        return cell.isPresent() && found.isPresent()
                ? Optional.of(new State(cell.get(), found.get()))
                : Optional.empty();
    }

    private static Optional<Statement.Found> found(StudyTree form) {
        Set<String> reasons = new HashSet<>();
        form.scalars("reason").forEach(reason -> reasons.addAll(codes(reason.text())));
        if (!reasons.isEmpty()) {
            return Optional.of(new Reason(reasons));
        }
        Optional<String> limit = form.text("limit");
        if (limit.isPresent()) {
            return Optional.of(new AtLimit(limit.get(), form.text("which")));
        }
        OptionalDouble least = form.number("at-least");
        OptionalDouble above = form.number("above");
        return form.text("of")
                .flatMap(of -> least.isPresent()
                        ? Optional.of(new Reached(of, least.getAsDouble(), true))
                        : above.isPresent()
                                ? Optional.of(new Reached(of, above.getAsDouble(), false))
                                : Optional.empty());
    }

    /** The names of published studies, where they are not those of rules. */
    private static Set<String> codes(String reason) {
        return switch (reason) {
            case "not-sustained" -> CellTrial.NOT_SUSTAINED;
            case "backlog-growing" -> Set.of("outstanding-growing");
            default -> Set.of(reason);
        };
    }

    private Optional<Expected> expected(StudyTree leg, String name) {
        Tree place = leg.value("expect").orElse(leg.mapping());
        Optional<String> expect = leg.text("expect");
        if (name.equals("state")) {
            if (expect.filter(text -> text.equals("true") || text.equals("false"))
                    .isEmpty()) {
                leg.problem(place, "a state is expected to be true or false");
                return Optional.empty();
            }
            return expect.map(text -> new Is(Boolean.parseBoolean(text)));
        }
        try {
            Optional<Range> range = range(leg, expect.orElse(""));
            if (range.isEmpty()) {
                leg.problem(
                        place,
                        "a ratio needs 'expect: above' or 'below' with least or bound, or 'within', or 'between: [low, high]'");
            }
            return range.map(In::new);
        } catch (IllegalArgumentException e) {
            leg.problem(place, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<Range> range(StudyTree leg, String expect) {
        OptionalDouble within = leg.number("within");
        OptionalDouble least = leg.number("least");
        OptionalDouble bound = leg.number("bound");
        List<Scalar> between = leg.scalars("between");
        if (within.isPresent()) {
            return Optional.of(Range.within(within.getAsDouble()));
        }
        if (between.size() == 2) {
            OptionalDouble low = leg.number(between.getFirst());
            OptionalDouble high = leg.number(between.getLast());
            return low.isPresent() && high.isPresent()
                    ? Optional.of(new Range(low.getAsDouble(), high.getAsDouble()))
                    : Optional.empty();
        }
        boolean above = expect.equals("above");
        if (!above && !expect.equals("below")) {
            return Optional.empty();
        }
        if (least.isPresent() && least.getAsDouble() > 0) {
            return Optional.of(above ? Range.above(least.getAsDouble()) : Range.below(1 / least.getAsDouble()));
        }
        return bound.isPresent()
                ? Optional.of(above ? Range.above(bound.getAsDouble()) : Range.below(bound.getAsDouble()))
                : Optional.empty();
    }

    private static Optional<Published> published(StudyTree leg) {
        return leg.value("published").map(tree -> {
            List<Scalar> written = leg.scalars("published");
            List<Double> figures = written.stream()
                    .flatMap(scalar -> StudyTree.plain(scalar.text()).stream())
                    .toList();
            String text = String.join(" to ", written.stream().map(Scalar::text).toList());
            boolean size = !figures.isEmpty()
                    && figures.size() == written.size()
                    && figures.getFirst() <= figures.getLast()
                    && (tree instanceof Sequence || tree instanceof Scalar);
            return new Published(
                    size ? Optional.of(new Size(figures.getFirst(), figures.getLast())) : Optional.empty(), text);
        });
    }

    /** The letters below {@code confounders}. */
    static Set<Confounder> confounders(StudyTree tree) {
        Set<Confounder> letters = EnumSet.noneOf(Confounder.class);
        for (Scalar letter : tree.scalars("confounders")) {
            try {
                letters.add(Confounder.valueOf(letter.text()));
            } catch (IllegalArgumentException e) {
                tree.problem(
                        letter,
                        "'" + letter.text() + "' is no confounder; those are " + EnumSet.allOf(Confounder.class));
            }
        }
        return letters;
    }

    /** Whether a leg stands there, and not a list of those of which one is enough. */
    static boolean single(Tree tree) {
        return !(tree instanceof Mapping mapping) || mapping.find("any").isEmpty();
    }
}

package dev.assay.scenario;

import dev.assay.model.result.Comparability;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.ClaimCondition.Expected;
import dev.assay.scenario.claim.ClaimCondition.In;
import dev.assay.scenario.claim.ClaimCondition.Is;
import dev.assay.scenario.claim.ClaimCondition.Published;
import dev.assay.scenario.claim.ClaimCondition.Size;
import dev.assay.scenario.claim.Confounder;
import dev.assay.scenario.claim.RatioRange;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one comparison of a claim. */
final class ConditionReader {
    private static final List<String> FORMS = List.of("ratio", "same", "tail", "phases", "state");

    private final ProblemLog log;
    private final Consumer<Scalar> cells;

    /** @param cells is told every cell that is named */
    ConditionReader(ProblemLog log, Consumer<Scalar> cells) {
        this.log = log;
        this.cells = cells;
    }

    /** A condition that decides, or one that is only shown. */
    @Nullable
    ClaimCondition read(Tree tree, boolean decides) {
        StudyTree condition = StudyTree.of(tree, "a condition", log);
        if (condition == null) {
            return null;
        }
        condition.only(
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
                "confounders");
        List<Entry> forms = condition.mapping().entries().stream()
                .filter(entry -> FORMS.contains(entry.key()))
                .toList();
        if (forms.size() != 1) {
            condition.problem(
                    tree, "a condition is one of " + String.join(", ", FORMS) + ", but this has " + forms.size());
            return null;
        }
        String name = forms.getFirst().key();
        StudyTree form = condition.below(name, "'" + name + "'");
        return form == null ? null : condition(condition, name, form, decides);
    }

    private @Nullable ClaimCondition condition(StudyTree condition, String name, StudyTree form, boolean decides) {
        Statement statement = statement(name, form);
        Expected expected = decides ? expected(condition, name) : null;
        if (statement == null || (decides && expected == null)) {
            return null;
        }
        return new ClaimCondition(
                statement,
                Optional.ofNullable(expected),
                Optional.ofNullable(published(condition)),
                confounders(condition));
    }

    private @Nullable Statement statement(String name, StudyTree form) {
        return switch (name) {
            case "ratio", "same" -> pair(name, form);
            case "tail" -> tail(form);
            case "phases" -> phases(form);
            default -> state(form);
        };
    }

    private @Nullable Statement pair(String name, StudyTree form) {
        form.only("a", "b", "of");
        Operand a = operand(form, "a");
        Operand b = operand(form, "b");
        String of = form.required("of");
        if (a == null || b == null || of == null) {
            return null;
        }
        if (a.equals(b)) {
            form.problem(form.mapping(), "'a' and 'b' are the same: nothing is decided between a trial and itself");
        }
        return name.equals("ratio") ? new Ratio(a, b, of) : new Same(a, b, of);
    }

    /** A cell, or a list of two of which the first is divided by the second. */
    private @Nullable Operand operand(StudyTree form, String key) {
        List<Scalar> named = form.scalars(key);
        if (named.isEmpty() || named.size() > 2) {
            form.problem(
                    form.mapping(),
                    "'" + key + "' takes a cell, or a list of two cells, of which the first is divided by the second");
            return null;
        }
        named.forEach(cells);
        return new Operand(
                named.getFirst().text(), named.size() == 2 ? named.getLast().text() : null);
    }

    private @Nullable Statement tail(StudyTree form) {
        form.only("cell", "a", "b", "over", "under");
        Scalar cell = form.scalar("cell");
        Scalar first = cell == null ? form.scalar("a") : cell;
        if (first == null) {
            form.problem(form.mapping(), "'tail' needs a cell, or a and b");
        }
        Scalar second = form.scalar("b");
        Stream.of(first, second).filter(Objects::nonNull).forEach(cells);
        String over = form.required("over");
        String under = form.required("under");
        return first == null || over == null || under == null
                ? null
                : new Tail(first.text(), second == null ? null : second.text(), over, under);
    }

    private @Nullable Statement phases(StudyTree form) {
        form.only("cell", "a", "b", "of");
        String cell = cell(form);
        String a = form.required("a");
        String b = form.required("b");
        String of = form.required("of");
        return cell == null || a == null || b == null || of == null ? null : new Phases(cell, a, b, of);
    }

    private @Nullable String cell(StudyTree form) {
        Scalar cell = form.scalar("cell");
        if (cell != null) {
            cells.accept(cell);
        }
        return form.required("cell");
    }

    private @Nullable Statement state(StudyTree form) {
        form.only("cell", "reason", "limit", "which", "of", "at-least", "above");
        String cell = cell(form);
        Statement.Found found = found(form);
        if (found == null) {
            form.problem(form.mapping(), "'state' needs a reason, a limit, or a statistic (of) with at-least or above");
        }
        return cell == null || found == null ? null : new State(cell, found);
    }

    private static Statement.@Nullable Found found(StudyTree form) {
        Set<String> reasons = new HashSet<>();
        form.scalars("reason").forEach(reason -> reasons.addAll(codes(reason.text())));
        if (!reasons.isEmpty()) {
            return new Reason(reasons);
        }
        String limit = form.text("limit");
        if (limit != null) {
            return new AtLimit(limit, form.text("which"));
        }
        Double min = form.number("at-least");
        Double bound = form.number("above");
        String of = form.text("of");
        if (of != null && min != null) {
            return new Reached(of, min, true);
        }
        return of == null || bound == null ? null : new Reached(of, bound, false);
    }

    /** The names of published studies, where they are not those of rules. */
    private static Set<String> codes(String reason) {
        return switch (reason) {
            case "not-sustained" -> Comparability.NOT_SUSTAINED;
            case "backlog-growing" -> Set.of("outstanding-growing");
            default -> Set.of(reason);
        };
    }

    private @Nullable Expected expected(StudyTree condition, String name) {
        Tree place = Objects.requireNonNullElse(condition.value("expect"), condition.mapping());
        String expect = condition.textOrEmpty("expect");
        if (name.equals("state")) {
            if (expect.equals("true") || expect.equals("false")) {
                return new Is(Boolean.parseBoolean(expect));
            }
            condition.problem(place, "a state is expected to be true or false");
            return null;
        }
        try {
            RatioRange range = range(condition, expect);
            if (range != null) {
                return new In(range);
            }
            condition.problem(
                    place,
                    "a ratio needs 'expect: above' or 'below' with least or bound, or 'within', or 'between: [low, high]'");
        } catch (IllegalArgumentException e) {
            condition.problem(place, String.valueOf(e.getMessage()));
        }
        return null;
    }

    private static @Nullable RatioRange range(StudyTree condition, String expect) {
        Double within = condition.number("within");
        Double min = condition.number("least");
        Double bound = condition.number("bound");
        List<Scalar> between = condition.scalars("between");
        if (within != null) {
            return RatioRange.within(within);
        }
        if (between.size() == 2) {
            Double low = condition.number(between.getFirst());
            Double high = condition.number(between.getLast());
            return low == null || high == null ? null : new RatioRange(low, high);
        }
        boolean above = expect.equals("above");
        if (!above && !expect.equals("below")) {
            return null;
        }
        if (min != null && min > 0) {
            return above ? RatioRange.above(min) : RatioRange.below(1 / min);
        }
        if (bound == null) {
            return null;
        }
        return above ? RatioRange.above(bound) : RatioRange.below(bound);
    }

    private static @Nullable Published published(StudyTree condition) {
        Tree tree = condition.value("published");
        if (tree == null) {
            return null;
        }
        List<Scalar> written = condition.scalars("published");
        List<Double> values = written.stream()
                .map(scalar -> StudyTree.plain(scalar.text()))
                .filter(Objects::nonNull)
                .toList();
        String text = String.join(" to ", written.stream().map(Scalar::text).toList());
        boolean size = !values.isEmpty()
                && values.size() == written.size()
                && values.getFirst() <= values.getLast()
                && (tree instanceof Sequence || tree instanceof Scalar);
        return new Published(size ? new Size(values.getFirst(), values.getLast()) : null, text);
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
                        "'" + letter.text() + "' is not a confounder; confounders are "
                                + EnumSet.allOf(Confounder.class));
            }
        }
        return letters;
    }

    /** Whether a condition stands there, and not a list of those of which one is enough. */
    static boolean single(Tree tree) {
        return !(tree instanceof Mapping mapping) || mapping.find("any") == null;
    }
}

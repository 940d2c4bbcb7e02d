package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.Claim.Needs;
import dev.assay.scenario.claim.Leg;
import dev.assay.scenario.claim.Untestable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the claims of a study. */
final class ClaimReader {
    private final ProblemLog log;
    private final List<String> cells;
    private final Set<String> variants;
    private final LegReader legs;

    /**
     * @param cells those that the study has
     * @param variants names of variants that any of them has
     */
    ClaimReader(ProblemLog log, List<String> cells, Set<String> variants) {
        this.log = log;
        this.cells = List.copyOf(cells);
        this.variants = Set.copyOf(variants);
        this.legs = new LegReader(log, this::check);
    }

    List<Claim> read(List<Tree> written) {
        Set<String> ids = new HashSet<>();
        List<Claim> claims = new ArrayList<>();
        for (Tree tree : written) {
            Optional<Claim> claim = StudyTree.of(tree, "a claim", log).flatMap(this::claim);
            claim.filter(read -> !ids.add(read.id()))
                    .ifPresent(read -> log.add(
                            tree.span(), "there is a claim '" + read.id() + "' already", "give each an id of its own"));
            claim.ifPresent(claims::add);
        }
        return claims;
    }

    private Optional<Claim> claim(StudyTree claim) {
        claim.only(
                "id", "says", "figures", "legs", "shown", "variant", "confounders", "untestable", "needs", "remarks");
        Optional<String> id = claim.required("id");
        Optional<String> says = claim.required("says");
        List<List<Leg>> judged = claim.items("legs").stream()
                .map(this::group)
                .filter(group -> !group.isEmpty())
                .toList();
        List<Leg> shown = claim.items("shown").stream()
                .flatMap(tree -> legs.read(tree, false).stream())
                .toList();
        if (claim.items("legs").isEmpty()) {
            claim.problem(claim.mapping(), "a claim needs at least one leg that decides it, under 'legs'");
        }
        Optional<String> variant = variant(claim);
        Set<Untestable> untestable = untestable(claim);
        Needs needs = needs(claim);
        if (id.isEmpty() || says.isEmpty() || judged.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Claim(
                id.get(),
                says.get(),
                judged,
                shown,
                variant,
                LegReader.confounders(claim),
                untestable,
                needs,
                claim.text("remarks").orElse("")));
    }

    private List<Leg> group(Tree tree) {
        if (LegReader.single(tree)) {
            return legs.read(tree, true).stream().toList();
        }
        return StudyTree.of(tree, "a list of legs", log).stream()
                .flatMap(any -> any.only("any").items("any").stream())
                .flatMap(leg -> legs.read(leg, true).stream())
                .toList();
    }

    private Optional<String> variant(StudyTree claim) {
        Optional<Scalar> variant = claim.scalar("variant");
        variant.filter(name -> !variants.contains(name.text()))
                .ifPresent(name -> log.add(
                        name.span(),
                        "no test has a variant called '" + name.text() + "'",
                        NearestNames.question(name.text(), List.copyOf(variants)) + "variants: "
                                + String.join(", ", variants.stream().sorted().toList())));
        return variant.map(Scalar::text);
    }

    private static Set<Untestable> untestable(StudyTree claim) {
        Set<Untestable> codes = EnumSet.noneOf(Untestable.class);
        for (Scalar code : claim.scalars("untestable")) {
            try {
                codes.add(Untestable.valueOf(code.text()));
            } catch (IllegalArgumentException e) {
                claim.problem(
                        code, "'" + code.text() + "' is no such code; those are " + EnumSet.allOf(Untestable.class));
            }
        }
        return codes;
    }

    private Needs needs(StudyTree claim) {
        return claim.value("needs")
                .flatMap(tree -> StudyTree.of(tree, "'needs'", log))
                .map(needs -> {
                    needs.only("measure", "messages");
                    OptionalDouble messages = needs.number("messages");
                    return new Needs(length(needs), messages.isPresent() ? (long) messages.getAsDouble() : 0);
                })
                .orElse(Needs.NONE);
    }

    private static Duration length(StudyTree needs) {
        Optional<Scalar> written = needs.scalar("measure");
        try {
            return written.map(scalar -> DurationText.parse(scalar.text())).orElse(Duration.ZERO);
        } catch (IllegalArgumentException e) {
            needs.problem(written.orElseThrow(), String.valueOf(e.getMessage()));
            return Duration.ZERO;
        }
    }

    /** Logs a cell that the study has not. */
    private void check(Scalar cell) {
        Pattern pattern = Pattern.compile(Pattern.quote(cell.text()).replace("*", "\\E.+\\Q"));
        if (cells.stream().noneMatch(name -> pattern.matcher(name).matches())) {
            log.add(
                    cell.span(),
                    "the study has no cell called '" + cell.text() + "'",
                    NearestNames.question(cell.text(), cells) + "a cell goes by TEST/CELL, such as "
                            + cells.getFirst());
        }
    }
}

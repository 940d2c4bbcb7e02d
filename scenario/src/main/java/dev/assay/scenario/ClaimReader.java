package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.Claim.Needs;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.Untestable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the claims of a study. */
final class ClaimReader {
    private final ProblemLog log;
    private final List<String> cells;
    private final Set<String> variants;
    private final ConditionReader conditions;

    /**
     * @param cells those that the study has
     * @param variants names of variants that any of them has
     */
    ClaimReader(ProblemLog log, List<String> cells, Set<String> variants) {
        this.log = log;
        this.cells = List.copyOf(cells);
        this.variants = Set.copyOf(variants);
        this.conditions = new ConditionReader(log, this::check);
    }

    List<Claim> read(List<StudyTree> written) {
        Set<String> ids = new HashSet<>();
        List<Claim> claims = new ArrayList<>();
        for (StudyTree keys : written) {
            Claim claim = claim(keys);
            if (claim != null) {
                claims.add(claim);
                if (!ids.add(claim.id())) {
                    String found = "there is already a claim '" + claim.id() + "'";
                    log.add(keys.mapping().span(), found, "give each an id of its own");
                }
            }
        }
        return claims;
    }

    private @Nullable Claim claim(StudyTree claim) {
        claim.only(
                "id",
                "says",
                "values",
                "conditions",
                "shown",
                "variant",
                "confounders",
                "untestable",
                "needs",
                "remarks");
        String id = claim.required("id");
        String says = claim.required("says");
        List<List<ClaimCondition>> judged = claim.items("conditions").stream()
                .map(this::group)
                .filter(group -> !group.isEmpty())
                .toList();
        List<ClaimCondition> shown = conditions(claim.items("shown"), false);
        if (claim.items("conditions").isEmpty()) {
            claim.problem(claim.mapping(), "a claim needs at least one condition that decides it, under 'conditions'");
        }
        String variant = variant(claim);
        Set<Untestable> untestable = untestable(claim);
        Needs needs = needs(claim);
        if (id == null || says == null || judged.isEmpty()) {
            return null;
        }
        return new Claim(
                id,
                says,
                judged,
                shown,
                Optional.ofNullable(variant),
                ConditionReader.confounders(claim),
                untestable,
                needs,
                claim.textOrEmpty("remarks"));
    }

    private List<ClaimCondition> group(Tree tree) {
        if (ConditionReader.single(tree)) {
            return conditions(List.of(tree), true);
        }
        StudyTree any = StudyTree.of(tree, "a list of conditions", log);
        return any == null ? List.of() : conditions(any.only("any").items("any"), true);
    }

    private List<ClaimCondition> conditions(List<Tree> written, boolean decide) {
        return written.stream()
                .map(tree -> conditions.read(tree, decide))
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable String variant(StudyTree claim) {
        Scalar variant = claim.scalar("variant");
        if (variant != null) {
            checkVariant(variant.text(), variant);
        }
        return variant == null ? null : variant.text();
    }

    private static Set<Untestable> untestable(StudyTree claim) {
        Set<Untestable> codes = EnumSet.noneOf(Untestable.class);
        for (Scalar code : claim.scalars("untestable")) {
            try {
                codes.add(Untestable.valueOf(code.text()));
            } catch (IllegalArgumentException e) {
                claim.problem(
                        code, "'" + code.text() + "' is not a code; codes are " + EnumSet.allOf(Untestable.class));
            }
        }
        return codes;
    }

    private static Needs needs(StudyTree claim) {
        StudyTree needs = claim.below("needs", "'needs'");
        if (needs == null) {
            return Needs.NONE;
        }
        needs.only("measure", "messages");
        Double messages = needs.number("messages");
        return new Needs(length(needs), messages == null ? 0 : messages.longValue());
    }

    private static Duration length(StudyTree needs) {
        Scalar written = needs.scalar("measure");
        if (written == null) {
            return Duration.ZERO;
        }
        try {
            return DurationText.parse(written.text());
        } catch (IllegalArgumentException e) {
            needs.problem(written, String.valueOf(e.getMessage()));
            return Duration.ZERO;
        }
    }

    /** Logs a cell that the study has not, or a variant that no cell has. */
    private void check(Scalar written) {
        CellName name = CellName.of(written.text());
        Pattern pattern = Pattern.compile(Pattern.quote(name.cell()).replace("*", "\\E.+\\Q"));
        if (cells.stream().noneMatch(cell -> pattern.matcher(cell).matches())) {
            log.add(
                    written.span(),
                    "the study has no cell called '" + name.cell() + "'",
                    NearestNames.question(name.cell(), cells)
                            + "a cell is named as TEST/CELL, or TEST/CELL@VARIANT, such as " + cells.getFirst());
        }
        name.variant().ifPresent(variant -> checkVariant(variant, written));
    }

    private void checkVariant(String variant, Scalar written) {
        if (!variants.contains(variant)) {
            log.add(
                    written.span(),
                    "no test has a variant called '" + variant + "'",
                    NearestNames.question(variant, List.copyOf(variants)) + "variants: "
                            + String.join(", ", variants.stream().sorted().toList()));
        }
    }
}

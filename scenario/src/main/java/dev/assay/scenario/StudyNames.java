package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.ScaleKeys.PeakKeys;
import dev.assay.scenario.StudyKeys.TestKeys;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Checks that cells, variants and claims that a study refers to exist. */
final class StudyNames {
    private final Tree study;
    private final ProblemLog log;
    private final List<String> cells = new ArrayList<>();
    private final Set<String> variants = new TreeSet<>();
    private final Set<String> claims = new HashSet<>();

    /** @param study the whole file */
    StudyNames(Tree study, ProblemLog log) {
        this.study = study;
        this.log = log;
        for (Entry test : SourceLocator.entries(study, KeyPath.TOP.to("tests"))) {
            for (Entry cell : SourceLocator.entries(test.value(), KeyPath.TOP.to("cells"))) {
                cells.add(test.key() + "/" + cell.key());
            }
            List<Entry> named = SourceLocator.entries(test.value(), KeyPath.TOP.to("variants"));
            named.forEach(variant -> variants.add(variant.key()));
            if (named.isEmpty()) {
                variants.add(TestKeys.DEFAULT_VARIANT);
            }
        }
    }

    void check(Object read, Mapping written) {
        switch (read) {
            case ClaimCondition condition ->
                condition.statement().cells().forEach(cell -> checkClaimed(CellName.of(cell), cell, written));
            case Claim claim -> {
                claim.variant().ifPresent(variant -> checkVariant(variant, SourceLocator.ofText(written, variant)));
                if (!claims.add(claim.id())) {
                    log.add(
                            written.span(),
                            "there is already a claim '" + claim.id() + "'",
                            "give each an id of its own");
                }
            }
            case StudyTable table ->
                table.rows().stream()
                        .flatMap(row -> row.values().stream())
                        .flatMap(Optional::stream)
                        .forEach(place -> checkCell(place.cell(), written));
            case StudyChart chart -> chart.lines().forEach(line -> checkCell(line.cell(), written));
            case PeakKeys peak -> checkPeak(peak.cell(), written);
            default -> {}
        }
    }

    private void checkClaimed(CellName name, String text, Mapping written) {
        Pattern pattern = Pattern.compile(Pattern.quote(name.cell()).replace("*", "\\E.+\\Q"));
        SourceSpan span = SourceLocator.ofText(written, text);
        if (cells.stream().noneMatch(cell -> pattern.matcher(cell).matches())) {
            reportCell(name.cell(), span, "a cell is named as TEST/CELL, or TEST/CELL@VARIANT");
        }
        name.variant().ifPresent(variant -> checkVariant(variant, span));
    }

    private void checkCell(String cell, Mapping written) {
        if (!cells.contains(cell)) {
            reportCell(cell, SourceLocator.ofText(written, cell), "a cell is named as TEST/CELL");
        }
    }

    private void reportCell(String cell, SourceSpan span, String advice) {
        log.add(
                span,
                "the study has no cell called '" + cell + "'",
                NearestNames.question(cell, cells) + advice + (cells.isEmpty() ? "" : ", such as " + cells.getFirst()));
    }

    private void checkPeak(String cell, Mapping written) {
        checkCell(cell, written);
        String[] names = cell.split("/", 2);
        KeyPath system = KeyPath.TOP
                .to("tests")
                .to(names[0])
                .to("cells")
                .to(names[names.length - 1])
                .to("system");
        if (cells.contains(cell) && !(SourceLocator.find(study, system) instanceof Scalar)) {
            log.add(
                    SourceLocator.ofText(written, cell),
                    "the cell '" + cell + "' of a peak names no system",
                    "give the cell a 'system'");
        }
    }

    private void checkVariant(String variant, SourceSpan span) {
        if (!variants.contains(variant)) {
            List<String> names = List.copyOf(variants);
            log.add(
                    span,
                    "no test has a variant called '" + variant + "'",
                    NearestNames.question(variant, names) + "variants: " + String.join(", ", names));
        }
    }
}

package dev.assay.analysis.study;

import dev.assay.model.spec.Repeat;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.study.MachineMetric;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.Study.StudyTest;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.scenario.study.StudyTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a study of one cell that is run, first/a, and one that can't be, other/c. */
final class SmallStudy {
    private static final String VARIANT = "as-published";

    private SmallStudy() {}

    static StudyPlan plan(List<StudyTable> tables, List<StudyChart> charts) {
        Refused refused = new Refused(Untestable.U3, "one disk");
        StudyCell run = cell("first", "a", Optional.empty(), Map.of("service.p99", 7500.0, "peak", 2048.0));
        StudyCell missing = cell("other", "c", Optional.of(refused), Map.of("service.p99", 8000.0));
        Study study = new Study(
                "small",
                "a small one",
                Repeat.ONCE,
                1,
                Optional.empty(),
                List.of(),
                List.of(
                        new StudyTest("first", "", Map.of(MachineMetric.DISK_WRITE, Optional.of(327.0))),
                        new StudyTest("other", "")),
                List.of(run, missing),
                List.of(),
                tables,
                charts);
        return new StudyPlan(
                study,
                List.of(),
                List.of(
                        new StudyPlan.Entry(
                                run, VARIANT, Optional.of(new StudyPlan.Key(run.id(), VARIANT)), Optional.empty()),
                        new StudyPlan.Entry(missing, VARIANT, Optional.empty(), Optional.of(refused))));
    }

    private static StudyCell cell(String test, String name, Optional<Refused> missing, Map<String, Double> published) {
        return new StudyCell(test, name, "memory", Map.of(), missing, Optional.empty(), published);
    }
}

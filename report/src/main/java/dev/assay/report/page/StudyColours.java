package dev.assay.report.page;

import dev.assay.report.chart.SystemColours;
import dev.assay.scenario.study.ChartRecord;
import dev.assay.scenario.study.StudyRecord;
import dev.assay.scenario.study.StudyRecord.CellRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The classes of the lines in a study's charts: the colour of the cell's system, and a number among the lines of that system. */
final class StudyColours {
    /** So many shades and strokes a colour has. */
    private static final int SHADES = 4;

    private final Map<String, String> systems;
    private final SystemColours colours;

    StudyColours(StudyRecord study) {
        systems = study.cells().stream()
                .collect(Collectors.toMap(
                        cell -> cell.test() + "/" + cell.cell(), CellRecord::system, (first, _) -> first));
        colours = SystemColours.of(systems.values());
    }

    /** In the order of the chart's lines. */
    List<String> of(ChartRecord chart) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> styles = new ArrayList<>();
        for (ChartRecord.LineRecord line : chart.lines()) {
            String system = systems.getOrDefault(line.cell(), line.cell());
            int before = seen.merge(system, 1, Integer::sum) - 1;
            styles.add("line-" + colours.of(system) + (before == 0 ? "" : " nth-" + before % SHADES));
        }
        return List.copyOf(styles);
    }
}

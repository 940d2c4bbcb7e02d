package dev.assay.run.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the hours and costs in docs/STUDIES.md against the studies, and the machines and prices beside them. */
@Tag("slow")
class OriginalSizeTest {
    private static final Path STUDIES = Path.of("..", "studies");
    private static final double SECONDS_PER_HOUR = 3600;

    private static List<String[]> rows(String file) throws IOException {
        return Files.readAllLines(STUDIES.resolve("original").resolve(file)).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
    }

    private static double hours(String study, String... overrides) throws IOException, ScenarioException {
        String text = Files.readString(STUDIES.resolve(study + ".yaml"));
        return StudyPlan.of(StudyFile.read(study + ".yaml", text, List.of(overrides)), StudyChoice.ALL)
                        .duration()
                        .toSeconds()
                / SECONDS_PER_HOUR;
    }

    @Test
    void aRowOfTheTableIsItsMachinesTimesItsHours() throws Exception {
        Map<String, Double> prices = new LinkedHashMap<>();
        rows("prices.csv").forEach(row -> prices.put(row[4], Double.parseDouble(row[6])));
        Map<String, Double> perHour = new LinkedHashMap<>();
        rows("machines.csv")
                .forEach(row -> perHour.merge(
                        row[0], prices.getOrDefault(row[2], Double.NaN) * Integer.parseInt(row[3]), Double::sum));
        List<String> expected = new ArrayList<>();
        for (Map.Entry<String, Double> study : perHour.entrySet()) {
            double all = hours(study.getKey());
            double once = hours(study.getKey(), "repeat=1");
            expected.add(String.format(
                    Locale.ROOT,
                    "| `%s` | %.2f | %.0f | %.0f | %.0f | %.0f |",
                    study.getKey(),
                    study.getValue(),
                    all,
                    all * study.getValue(),
                    once,
                    once * study.getValue()));
        }

        assertThat(Files.readAllLines(Path.of("..", "docs", "STUDIES.md"))).containsAll(expected);
    }
}

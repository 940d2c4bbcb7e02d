package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.comparison.RunSeries;
import dev.assay.analysis.comparison.RunSeries.OfRun;
import dev.assay.analysis.comparison.RunSeries.Value;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.SystemIdentity;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunSeriesCsvTest {
    private static final String ATTACK = "=cmd, \"x\": y\n\r\u001b[31m\t| <b>";

    private static String line(String run, String startedAt, Optional<SystemIdentity> system, Value value) {
        List<String> lines = RunSeriesCsv.of(List.of(new RunSeries(
                        run, List.of(new OfRun(run, startedAt, system, "6073495d", List.of(value))), List.of())))
                .lines()
                .toList();
        assertThat(lines).hasSize(2);
        return lines.getLast();
    }

    @Test
    void what_is_open_or_not_known_is_empty_and_numbers_have_no_exponent() {
        Reading open = new Reading(
                Source.of(Statistic.CAPACITY),
                12_345_678.5,
                1e7,
                Double.POSITIVE_INFINITY,
                1,
                Quality.clear(),
                Outcome.VALUE,
                true,
                "");

        assertThat(line(
                        "r",
                        "2026-11-01T03:00:00.250Z",
                        Optional.empty(),
                        new Value(
                                "capacity",
                                new Readings(Statistic.CAPACITY, List.of(open), List.of()),
                                2,
                                new TreeMap<>())))
                .isEqualTo("2026-11-01T03:00:00Z,r,,,,6073495d,r,capacity,messages/s,12345678.5,10000000,,1,0,2,");
        assertThat(line(
                        "r",
                        "",
                        Optional.empty(),
                        new Value(
                                "capacity",
                                new Readings(Statistic.CAPACITY, List.of(), List.of()),
                                1,
                                new TreeMap<>())))
                .isEqualTo(",r,,,,6073495d,r,capacity,messages/s,,,,0,0,1,");
    }

    @Test
    void hostile_names_are_one_field_and_no_formula() {
        String line = line(
                ATTACK,
                ATTACK,
                Optional.of(new SystemIdentity(ATTACK, ATTACK, ATTACK, "local", 1)),
                new Value("capacity", new Readings(Statistic.CAPACITY, List.of(), List.of()), 1, new TreeMap<>()));

        assertThat(line.split(",", -1)).hasSize(16).noneMatch(field -> field.startsWith("="));
        assertThat(line).doesNotContain("\"", "\t", "\u001b");
    }
}

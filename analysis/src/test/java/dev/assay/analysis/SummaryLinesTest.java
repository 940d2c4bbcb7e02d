package dev.assay.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Readings;
import dev.assay.analysis.reading.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryLinesTest {
    private static Reading search(String value, String low, String high, String why) {
        return SummaryLines.reading(Map.of(
                "point",
                "kafka",
                "block",
                "1",
                "statistic",
                "capacity",
                "unit",
                "messages/s",
                "value",
                value,
                "low",
                low,
                "high",
                high,
                "n",
                "12",
                "why",
                why));
    }

    /** An interrupted search is missing, as in reports; an abandoned one opens the interval. */
    @Test
    void whatASearchCameToIsReadBackAsItWas() {
        List<Reading> searches = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            searches.add(search("50000", "50000", "52500", ""));
        }
        Reading interrupted = search("", "0", "", "its search did not end");
        searches.add(interrupted);

        assertThat(interrupted.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(search("", "0", "10000", "not even the lowest rate was sustained")
                        .outcome())
                .isEqualTo(Outcome.FAILED);
        assertThat(Readings.of(Statistic.CAPACITY, searches).interval())
                .hasValueSatisfying(interval -> assertThat(interval.high()).isEqualTo(52_500));
        searches.set(6, search("", "0", "", "its search was abandoned"));
        assertThat(Readings.of(Statistic.CAPACITY, searches).interval())
                .hasValueSatisfying(interval -> assertThat(interval.high()).isInfinite());
    }
}

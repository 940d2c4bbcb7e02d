package dev.assay.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.timeline.Phase;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final Labels ONE = Labels.of(Labels.HOST, "one");
    private static final Labels TWO = Labels.of(Labels.HOST, "two");

    private final Series.Builder building = new Series.Builder();

    @Test
    void whatATrackHasNotIsUnknownBeforeBetweenAndAfterwards() {
        for (int second = 1; second <= 200; second++) {
            building.at(second).put(Metrics.HOST_CPU, ONE, second);
            if (second == 70 || second == 150) {
                building.put(Metrics.HOST_CPU, TWO, second);
            }
        }
        Series series = building.build();

        assertThat(series.size()).isEqualTo(200);
        assertThat(series.seconds().sum()).isEqualTo(20_100);
        assertThat(series.tracks(Metrics.HOST_CPU))
                .hasSize(2)
                .allSatisfy(track -> assertThat(track.values()).hasSize(200));
        assertThat(series.tracks().get(0).values().sum()).isEqualTo(20_100);
        double[] two = series.tracks().get(1).values().toArray();
        assertThat(two[69]).isEqualTo(70);
        assertThat(two[149]).isEqualTo(150);
        assertThat(series.tracks().get(1).values().filter(Double::isNaN).count())
                .isEqualTo(198);
        assertThat(series.tracks(Metrics.BACKLOG)).isEmpty();
    }

    @Test
    void instantsComeInOrder() {
        building.at(3);
        building.at(4.001);
        assertThatThrownBy(() -> building.at(3.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("second 3.5 comes after 4.001");
    }

    @Test
    void whatIsKnownOfAPhaseIsOfItsSecondsOnly() {
        for (double second : new double[] {1, 2.001, 3, 4, 4.001}) {
            building.at(second).put(Metrics.HOST_CPU, ONE, second);
        }
        building.at(5).put(Metrics.HOST_CPU, TWO, 5);
        Series series = building.build();

        Phase measure = new Phase("measure", 1_000_000_000L, 4_000_000_000L);
        assertThat(series.tracks().get(0).during(measure)).containsExactly(2.001, 3.0, 4.0);
        assertThat(series.tracks().get(1).during(measure)).isEmpty();
    }

    @Test
    void anInstantHasOneValueOfATrack() {
        building.at(1).put(Metrics.HOST_CPU, ONE, 1).put(Metrics.HOST_CPU, TWO, 2);
        building.at(1);
        assertThatThrownBy(() -> building.put(Metrics.HOST_CPU, ONE, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a second value for the same instant");
        assertThat(Series.EMPTY.size()).isZero();
    }
}

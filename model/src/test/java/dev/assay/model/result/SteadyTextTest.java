package dev.assay.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.SteadyRecord.Obstacle;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyTextTest {
    @Test
    void aP99ThatMayChangeByMoreThanAQuarterIsNotKnown() {
        assertThat(SteadyText.of(steady(-0.4, 0.6)))
                .isEqualTo("steady after 45 s; p99 not known: response p99 31.0 ms may change by -40 to +60 % in 20 s");
        assertThat(SteadyText.of(steady(-0.2, 0.25)))
                .isEqualTo("steady after 45 s: response p99 31.0 ms may change by -20 to +25 % in 20 s");
    }

    private static SteadyRecord steady(double low, double high) {
        return new SteadyRecord(
                "warmup",
                State.STEADY,
                45,
                20,
                List.of(new SeriesRecord("response p99", State.STEADY, 30, 15, 31, "ms", low, high)),
                List.of(),
                List.of());
    }

    @Test
    void eachConditionThatIsWaitedForIsNamedAndNoOther() {
        SteadyRecord all = new SteadyRecord(
                "warmup",
                State.CHANGING,
                45,
                20,
                List.of(
                        new SeriesRecord("response p50", State.CHANGING, 45, 0, 4.3, "ms", -0.6, -0.3),
                        new SeriesRecord("response p99", State.NOT_KNOWN, 45, 0, 31, "ms", -0.6, 1.3),
                        new SeriesRecord("end-to-end p50", State.STEADY, 45, 0, 5, "ms", -0.1, 0.1)),
                List.of(
                        new Obstacle(true, "compilers of broker-1 take", 0.06, 0.05, "cores"),
                        new Obstacle(true, "compilers of broker-2 take", 0.25, 0.05, "cores"),
                        new Obstacle(true, "compilers of w1 take", 0.1, 0.05, "cores"),
                        new Obstacle(false, "processors of coordinator are busy", 0.97, 0.95, Obstacle.OF_THE_TIME)),
                List.of());
        assertThat(SteadyText.waitingFor(all))
                .isEqualTo("compilers of broker-2 take 0.25 cores (steady below 0.050), 2 other JVMs compile,"
                        + " processors of coordinator are busy 97 % of the time (steady below 95 %),"
                        + " response p50 4.30 ms and falling, response p99 not steady");
        assertThat(SteadyText.waitingFor(steady(-0.2, 0.25).notKnown()))
                .isEqualTo("steady, to be confirmed by a second look");
    }

    @Test
    void anIntervalIsInPerCentUpToTenfold() {
        assertThat(SteadyText.change(-0.45, 0.2)).isEqualTo("-45 to +20 %");
        assertThat(SteadyText.change(-0.5, 9)).isEqualTo("-50 to +900 %");
        assertThat(SteadyText.change(12, 300)).isEqualTo("more than +900 %");
        // It was printed as +4094554855 % once.
        assertThat(SteadyText.change(-1, 4e7)).isEqualTo("-100 to more than +900 %");
    }
}

package dev.assay.bench.micro;

import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import java.time.Duration;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

@State(Scope.Thread)
public class PoissonArrivalsBenchmark {
    private final ArrivalSchedule schedule = new ArrivalSchedule(
            LoadCurve.of(
                    List.of(new LoadCurve.Part(LoadProfile.parse("50000/s"), Duration.ZERO, Duration.ofDays(10_000)))),
            Arrivals.POISSON,
            42,
            0,
            1);

    @Benchmark
    public long next() {
        schedule.advance();
        return schedule.dueNanos();
    }
}

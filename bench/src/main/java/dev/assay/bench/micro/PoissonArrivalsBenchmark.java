package dev.assay.bench.micro;

import dev.assay.core.arrival.ArrivalSchedule;
import dev.assay.core.arrival.PoissonArrivals;
import dev.assay.core.unit.Rate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The next instant of a Poisson schedule. */
@State(Scope.Thread)
public class PoissonArrivalsBenchmark {
    private final ArrivalSchedule.ProducerSchedule producerSchedule =
            new PoissonArrivals(new Rate(50_000), 42).producerSchedule(0, 1);

    /** One message. */
    @Benchmark
    public long next() {
        return producerSchedule.next();
    }
}

package dev.assay.core.arrival;

import dev.assay.core.unit.Rate;

/**
 * Independent exponential gaps. Every producer has its own process of rate / producers from its own random numbers; by the
 * superposition theorem (Kingman, Poisson Processes, 1993, section 2.2) all of them together are a Poisson process of the
 * whole rate.
 *
 * @param seed the same seed gives the same instants
 */
public record PoissonArrivals(Rate rate, long seed) implements ArrivalSchedule {
    @Override
    public ProducerSchedule producerSchedule(int producer, int producers) {
        ArrivalSchedule.checkProducerSchedule(producer, producers);
        return new PoissonProducerSchedule(
                rate.gapNanos() * producers, SplitMix.mix(seed + SplitMix.mix(producer + 1L)));
    }

    private static final class PoissonProducerSchedule implements ProducerSchedule {
        private final double meanGapNanos;
        private final long producerScheduleSeed;
        private long drawn;
        private double dueNanos;

        PoissonProducerSchedule(double meanGapNanos, long producerScheduleSeed) {
            this.meanGapNanos = meanGapNanos;
            this.producerScheduleSeed = producerScheduleSeed;
        }

        @Override
        public long next() {
            double uniform = SplitMix.uniform(producerScheduleSeed, drawn++);
            dueNanos -= Math.log(uniform) * meanGapNanos;
            return (long) dueNanos;
        }

        @Override
        public long skipBefore(long nanos) {
            long skipped = 0;
            while (true) {
                double before = dueNanos;
                if (next() >= nanos) {
                    dueNanos = before;
                    drawn--;
                    return skipped;
                }
                skipped++;
            }
        }
    }
}

package dev.assay.core.arrival;

import dev.assay.core.unit.Rate;

/** Message i of all is due at i / rate; the producers take turns. */
public record ConstantArrivals(Rate rate) implements ArrivalSchedule {
    @Override
    public ProducerSchedule producerSchedule(int producer, int producers) {
        ArrivalSchedule.checkProducerSchedule(producer, producers);
        return new ConstantProducerSchedule(rate.gapNanos(), producer, producers);
    }

    private static final class ConstantProducerSchedule implements ProducerSchedule {
        private final double gapNanos;
        private final int stride;
        private long index;

        ConstantProducerSchedule(double gapNanos, int first, int stride) {
            this.gapNanos = gapNanos;
            this.stride = stride;
            this.index = first;
        }

        @Override
        public long next() {
            long due = due(index);
            index += stride;
            return due;
        }

        /** Not one by one: a worker counts what was due each second, and much more may be offered than can be sent. */
        @Override
        public long skipBefore(long nanos) {
            long skipped = surelyBefore(nanos);
            index += skipped * stride;
            while (due(index) < nanos) {
                index += stride;
                skipped++;
            }
            return skipped;
        }

        /** A little less than all of them, so that rounding does no harm; the rest is one by one. */
        private long surelyBefore(long nanos) {
            double stepNanos = gapNanos * stride;
            double about = (nanos - index * gapNanos) / stepNanos;
            return Math.max(0, (long) (about - 2 - 1 / stepNanos));
        }

        private long due(long number) {
            // Multiplied, not summed, so nothing drifts; to the nearest nanosecond, so that a whole second's messages
            // take exactly a second although the gap itself is rounded.
            return (long) Math.rint(number * gapNanos);
        }
    }
}

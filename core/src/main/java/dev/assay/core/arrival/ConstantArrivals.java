package dev.assay.core.arrival;

import dev.assay.core.unit.Rate;

/** Message i of all is due at i / rate; the producers take turns. */
public record ConstantArrivals(Rate rate) implements ArrivalSchedule {
    @Override
    public Stripe stripe(int producer, int producers) {
        ArrivalSchedule.checkStripe(producer, producers);
        return new ConstantStripe(rate.gapNanos(), producer, producers);
    }

    private static final class ConstantStripe implements Stripe {
        private final double gapNanos;
        private final int stride;
        private long index;

        ConstantStripe(double gapNanos, int first, int stride) {
            this.gapNanos = gapNanos;
            this.stride = stride;
            this.index = first;
        }

        @Override
        public long next() {
            // Multiplied, not summed, so nothing drifts; to the nearest nanosecond, so that a whole second's messages
            // take exactly a second although the gap itself is rounded.
            long due = (long) Math.rint(index * gapNanos);
            index += stride;
            return due;
        }
    }
}

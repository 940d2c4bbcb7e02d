package dev.assay.core.arrival;

import dev.assay.core.scenario.Workload.Arrivals;
import dev.assay.core.unit.Rate;

/**
 * When each message is due: a pure function of the seed, the producer and the message's number at that producer. Nothing
 * that happens during the load moves an instant.
 *
 * <p>The load is divided among producers: together, their schedules offer the whole rate.
 */
public sealed interface ArrivalSchedule permits ConstantArrivals, PoissonArrivals {
    /**
     * The due instants of one producer.
     *
     * @param producer 0-based number of the producer
     * @param producers how many producers share the load
     */
    ProducerSchedule producerSchedule(int producer, int producers);

    /** The due instants of one producer in order; each call of {@link #next()} gives the following one. */
    interface ProducerSchedule {
        /** The next due instant in nanoseconds from the start of the load; never less than the one before. */
        long next();

        /**
         * Passes over the instants that are before that one.
         *
         * @return how many they were; the following {@link #next()} is not before it
         */
        long skipBefore(long nanos);
    }

    /** The schedule that a workload asks for. */
    static ArrivalSchedule of(Arrivals arrivals, Rate rate, long seed) {
        return switch (arrivals) {
            case CONSTANT -> new ConstantArrivals(rate);
            case POISSON -> new PoissonArrivals(rate, seed);
        };
    }

    /** Refuses producers that do not exist. */
    static void checkProducerSchedule(int producer, int producers) {
        if (producer < 0 || producer >= producers) {
            throw new IllegalArgumentException(
                    "producer must be between 0 and " + (producers - 1) + ", but is " + producer);
        }
    }
}

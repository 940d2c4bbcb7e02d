package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.InFlightRoom;
import java.util.Optional;

/**
 * How many messages of one producer the driver leaves without a confirm at a time.
 *
 * @param messages at least 1
 * @param chosen whether the scenario says so for this system, which wins over what it says for all
 * @param lower what there is to say where the number is lower than what may be in flight
 */
record UnconfirmedLimit(int messages, boolean chosen, Optional<String> lower) {
    /** As published benchmarks have it. */
    private static final int USUAL = 5_000;

    /** @param confirmWindow 0 where the scenario does not say */
    static UnconfirmedLimit of(int confirmWindow, InFlightRoom inFlight) {
        if (confirmWindow > 0) {
            return new UnconfirmedLimit(confirmWindow, true, inFlight.lowerThan("confirm-window", confirmWindow));
        }
        int messages = inFlight.limit().isLimited() ? inFlight.limit().messages() : USUAL;
        return new UnconfirmedLimit(messages, false, Optional.empty());
    }

    /** Why it is so many, for the report. */
    String reason() {
        return chosen ? "systems.rabbitmq.confirm-window" : "as many as workload.in-flight";
    }
}

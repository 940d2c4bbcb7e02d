package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.InFlightRoom;
import java.util.Optional;

/**
 * Limits the messages of one producer without a confirm.
 *
 * @param messages at least 1
 * @param chosen whether the scenario sets it for this system, which overrides what it sets for all
 * @param lower the remark for a number lower than what may be in flight
 */
record UnconfirmedLimit(int messages, boolean chosen, Optional<String> lower) {
    /** The number that published benchmarks use. */
    private static final int USUAL = 5_000;

    /** @param confirmWindow 0 where the scenario does not set it */
    static UnconfirmedLimit of(int confirmWindow, InFlightRoom inFlight) {
        if (confirmWindow > 0) {
            return new UnconfirmedLimit(confirmWindow, true, inFlight.lowerThan("confirm-window", confirmWindow));
        }
        int messages = inFlight.limit().isLimited() ? inFlight.limit().messages() : USUAL;
        return new UnconfirmedLimit(messages, false, Optional.empty());
    }

    String reason() {
        return chosen ? "systems.rabbitmq.confirm-window" : "as many as workload.in-flight";
    }
}

package dev.assay.worker.wire;

import dev.assay.engine.ClockLine;
import dev.assay.worker.wire.proto.ClockSteered;

/** What a worker adds to its clock, to messages and back. */
public final class ClockCodec {
    private ClockCodec() {}

    public static ClockSteered toWire(ClockLine line) {
        return ClockSteered.newBuilder()
                .setFromNanos(line.fromNanos())
                .setOffsetNanos(line.offsetNanos())
                .setSlopeBefore(line.slopeBefore())
                .setSlew(line.slew())
                .setUntilNanos(line.untilNanos())
                .setSlopeAfter(line.slopeAfter())
                .build();
    }

    /**
     * What a worker said.
     *
     * @throws IllegalArgumentException when no clock goes by it
     */
    public static ClockLine fromWire(ClockSteered wire) {
        return new ClockLine(
                wire.getFromNanos(),
                wire.getOffsetNanos(),
                wire.getSlopeBefore(),
                wire.getSlew(),
                wire.getUntilNanos(),
                wire.getSlopeAfter());
    }
}

package dev.assay.cli.doctor;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.InstantText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes a calibration for people: each value with its unit and n. */
public final class CalibrationText {
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    private CalibrationText() {}

    public static List<String> lines(Calibration calibration) {
        List<String> lines = new ArrayList<>();
        lines.add("calibrated " + InstantText.of(calibration.at()));
        calibration.machine().facts().forEach((name, value) -> lines.add(line(name, value)));
        calibration.disks().forEach(disk -> disk(disk, lines));
        lines.add(line("loopback round trip", durations(calibration.loopback().roundTrip())));
        lines.add(line("loopback", transfer(calibration.loopback().transfer())));
        lines.add(line(
                text("timers, park %.0f us", calibration.timerNanos() / NANOS_PER_MICRO),
                "late by " + durations(calibration.timers())));
        lines.add(line("hiccups", durations(calibration.hiccups())));
        calibration.ceilings().forEach(ceiling -> lines.add(ceiling(ceiling)));
        if (calibration.ceilings().isEmpty()) {
            lines.add(line("harness", "not known: 'assay run harness-ceiling --keep-as harness' measures it"));
        }
        calibration.floor().ifPresent(floor -> floor(floor, lines));
        return lines;
    }

    private static void disk(DiskCalibration disk, List<String> lines) {
        lines.add(line("disk", disk.fileSystem() + " (" + disk.folder() + ")"));
        lines.add(line("  sequential write", transfer(disk.write(), disk.note())));
        lines.add(line("  sequential read", transfer(disk.read(), disk.note())));
        lines.add(sync(disk.small()));
        lines.add(sync(disk.large()));
    }

    private static String transfer(Optional<TransferRate> statistics, String note) {
        return statistics.map(CalibrationText::transfer).orElse("unknown: " + note);
    }

    private static String transfer(TransferRate statistics) {
        return text("%,.1f MB/s", statistics.bytesPerSecond() / MEGA) + text(" (n = %,d blocks of ", statistics.n())
                + new ByteSize(statistics.blockBytes()) + ")";
    }

    private static String sync(SyncCalibration statistics) {
        return line(
                "  fdatasync of " + new ByteSize(statistics.writeBytes()),
                durations(statistics.sync()) + text(", %,.1f/s", statistics.perSecond()));
    }

    private static String ceiling(HarnessCeiling ceiling) {
        String min = ceiling.exceeded() ? "" : "at least ";
        return line(
                "harness, " + ceiling.subscriptions()
                        + (ceiling.subscriptions() == 1 ? " subscription" : " subscriptions"),
                min + text("%,.0f msg/s acknowledged, ", ceiling.acknowledgedPerSecond())
                        + text("%,.0f deliveries/s", ceiling.deliveredPerSecond()) + " (messages of "
                        + new ByteSize(ceiling.messageBytes()) + text(", n = 1 step of %.0f s)", ceiling.seconds()));
    }

    private static void floor(HarnessFloor floor, List<String> lines) {
        lines.add(line("harness floor", "response " + durations(floor.response())));
        lines.add(line(
                "",
                "end-to-end " + durations(floor.endToEnd()) + text(" at %,.0f msg/s", floor.offeredPerSecond()) + " of "
                        + new ByteSize(floor.messageBytes())));
    }

    private static String durations(DurationStatistics statistics) {
        return text("p50 %,.1f us", statistics.p50Nanos() / NANOS_PER_MICRO)
                + text(", p99 %,.1f us", statistics.p99Nanos() / NANOS_PER_MICRO)
                + text(", max %,.1f us", statistics.maxNanos() / NANOS_PER_MICRO)
                + text(" (n = %,d)", statistics.n());
    }

    private static String line(String name, String value) {
        return "  " + String.format(Locale.ROOT, "%-26s", name) + " " + value;
    }

    private static String text(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }
}

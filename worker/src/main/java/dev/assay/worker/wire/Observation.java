package dev.assay.worker.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.Map;

/** Is sent by an observer. Any change raises {@link WireProtocol#VERSION}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
public sealed interface Observation {
    /**
     * Describes the machine and what there is to observe.
     *
     * @param facts of the machine, as an environment of a run has them
     * @param servers names of those that run there now
     * @param disks how many disks those write to; 0 where unknown
     * @param pageCache why the page cache can't be dropped there; empty where it can
     */
    record Sight(
            Map<String, String> facts, List<String> servers, int disks, CalibrationStatus calibration, String pageCache)
            implements Observation {}

    /**
     * Reports what machine and servers did in about the last second.
     *
     * @param endNanos end of that second, on the observer's monotonic clock
     * @param samples of the machine under any name, as it does not know how results name it; of servers with theirs
     * @param limitations what can't be measured and why, for people; each is reported once
     */
    record Second(long endNanos, List<Sample> samples, List<String> limitations) implements Observation {}
}

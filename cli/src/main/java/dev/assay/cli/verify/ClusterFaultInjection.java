package dev.assay.cli.verify;

import dev.assay.coordination.coordinator.FaultInjection;
import dev.assay.core.durability.Fault;
import dev.assay.core.verification.FaultTiming;
import dev.assay.deployment.cluster.ClusterFaults;
import dev.assay.deployment.cluster.FaultReport;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A fault of a local cluster at its moment. */
final class ClusterFaultInjection implements FaultInjection {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final ClusterFaults faults;
    private final Fault fault;
    private final FaultTiming moment;
    private volatile @Nullable FaultReport report;

    ClusterFaultInjection(ClusterFaults faults, Fault fault, FaultTiming moment) {
        this.faults = faults;
        this.fault = fault;
        this.moment = moment;
    }

    @Override
    public Duration after() {
        return moment.load();
    }

    @Override
    public Duration held() {
        return moment.held();
    }

    @Override
    public Duration limit() {
        return LIMIT;
    }

    @Override
    public long inject() {
        FaultReport done = faults.inject(fault);
        report = done;
        return done.atNanos();
    }

    @Override
    public void heal() {
        faults.heal();
    }

    /** What was done; empty before it was. */
    Optional<FaultReport> report() {
        return Optional.ofNullable(report);
    }
}

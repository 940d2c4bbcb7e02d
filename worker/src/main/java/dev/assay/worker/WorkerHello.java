package dev.assay.worker;

import dev.assay.driver.DriverProvider;
import dev.assay.host.Machine;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.proto.HelloReply;

/** What a worker reports about itself. */
final class WorkerHello {
    private WorkerHello() {}

    static HelloReply of(DriverProvider provider, Machine machine, PlantedClock clock) {
        AssayBuild build = AssayBuild.ofThisProcess();
        return HelloReply.newBuilder()
                .setProtocol(build.protocol())
                .setAssayVersion(build.version())
                .setBuild(build.fingerprint())
                .setSystem(provider.system())
                .setClient(provider.client())
                .setHost(machine.name())
                .setPid(ProcessHandle.current().pid())
                .setBootId(clock.bootId(machine))
                .setMachineCores(machine.cores())
                .setHeapBytes(Runtime.getRuntime().maxMemory())
                .setCores(Runtime.getRuntime().availableProcessors())
                .build();
    }
}

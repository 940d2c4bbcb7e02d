package dev.assay.coordination.worker;

import dev.assay.coordination.wire.AssayBuild;
import dev.assay.coordination.wire.BootId;
import dev.assay.coordination.wire.proto.HelloReply;
import dev.assay.driver.DriverProvider;

/** What a worker reports about itself. */
final class ThisProcess {
    private ThisProcess() {}

    static HelloReply hello(DriverProvider provider) {
        AssayBuild build = AssayBuild.ofThisProcess();
        return HelloReply.newBuilder()
                .setProtocol(build.protocol())
                .setAssayVersion(build.version())
                .setBuild(build.fingerprint())
                .setSystem(provider.system())
                .setClient(provider.client())
                .setHost(build.host())
                .setPid(ProcessHandle.current().pid())
                .setBootId(BootId.read())
                .setCores(Runtime.getRuntime().availableProcessors())
                .build();
    }
}

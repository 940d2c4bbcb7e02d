package dev.assay.coordination.worker;

import dev.assay.coordination.wire.BootId;
import dev.assay.coordination.wire.WireProtocol;
import dev.assay.coordination.wire.proto.HelloReply;
import dev.assay.driver.DriverProvider;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a worker reports about itself. */
final class ThisProcess {
    private ThisProcess() {}

    static HelloReply hello(DriverProvider provider) {
        return HelloReply.newBuilder()
                .setProtocol(WireProtocol.VERSION)
                .setAssayVersion(WireProtocol.assayVersion())
                .setSystem(provider.system())
                .setClient(provider.client())
                .setHost(host())
                .setPid(ProcessHandle.current().pid())
                .setBootId(BootId.read())
                .setCores(Runtime.getRuntime().availableProcessors())
                .build();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown"; // A host that can't resolve its own name is common, and harmless here.
        }
    }
}

package dev.assay.coordination.coordinator;

import dev.assay.coordination.wire.HostPort;

/**
 * Who a worker is.
 *
 * @param name within the run, such as {@code w1}
 * @param system what its driver is for
 * @param client name and version of the client library
 * @param pid of its process, on its host
 * @param bootId of its host, empty where unknown
 * @param cores processors that it may use
 * @param machineCores processors of its machine; 0 where unknown
 * @param heapBytes largest heap that it can have
 */
public record WorkerIdentity(
        String name,
        HostPort address,
        String system,
        String client,
        String host,
        long pid,
        String bootId,
        int cores,
        int machineCores,
        long heapBytes) {}

package dev.assay.model.result;

/**
 * @param system kind, such as {@code memory}
 * @param serverVersion as chosen in the scenario, {@code existing}, or which product it is and what is not known of it
 * @param client name and version of the client library, such as {@code some-client 4.3.1}
 * @param deployment {@code local} or {@code existing}
 * @param nodes number of server processes, 0 where unknown
 */
public record SystemIdentity(String system, String serverVersion, String client, String deployment, int nodes) {}

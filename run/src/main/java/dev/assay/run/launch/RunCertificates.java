package dev.assay.run.launch;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.RunTls;
import dev.assay.worker.CertificateInput;
import java.util.List;

/**
 * The certificates of one run, made by the JDK's {@code keytool}: one of the coordinator and one of the workers that it starts
 * elsewhere. Each side trusts the other's and no other. The keys are in the memory of both sides.
 *
 * @param coordinator its side
 * @param workers what they are given
 */
record RunCertificates(RunTls coordinator, CertificateInput workers) {
    /**
     * Makes them.
     *
     * @throws CoordinationException when {@code keytool} can't
     */
    static RunCertificates make(ProcessSupervisor supervisor) throws CoordinationException {
        ServerIdentity coordinator = ServerIdentity.of(List.of("assay-coordinator"), supervisor);
        ServerIdentity workers = ServerIdentity.of(List.of(RunTls.WORKER_NAME), supervisor);
        return new RunCertificates(
                new RunTls(coordinator.certificate(), coordinator.key(), workers.certificate()),
                new CertificateInput(workers.certificate(), workers.key(), coordinator.certificate()));
    }
}

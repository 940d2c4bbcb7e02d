package dev.assay.run.workers;

import dev.assay.cluster.AssayCache;
import dev.assay.host.file.SecretFile;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

public record WorkerTokenFile(Path path) {
    /** Returns the file with the token of workers that this user starts without giving one; it may not exist yet. */
    public static WorkerTokenFile ofUser(AssayCache cache) {
        return new WorkerTokenFile(cache.root().resolve("worker-token"));
    }

    /**
     * Returns the token for workers that are running already: that of the file, else that of the variable, else this user's own.
     *
     * @throws CommandFailure when the file can't be read, or has no valid token
     */
    public static Optional<WorkerToken> chosen(Optional<Path> file, List<String> remote) {
        String variable = System.getenv(WireProtocol.TOKEN_VARIABLE);
        if (file.isPresent()) {
            return Optional.of(new WorkerTokenFile(file.get()).read());
        }
        if (variable == null) {
            return ofUser(AssayCache.standard()).forWorkersAt(WorkerPools.addresses("--worker", remote));
        }
        return CommandFailure.reading(
                WireProtocol.TOKEN_VARIABLE + ": ", () -> Optional.of(new WorkerToken(variable.strip())));
    }

    /** @throws CommandFailure when it can't be read, is not this user's alone, or holds none */
    public WorkerToken read() {
        try {
            return new WorkerToken(new SecretFile(path).read().strip());
        } catch (IOException | IllegalArgumentException e) {
            throw CommandFailure.badInput("can't read the token file " + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * Makes the file, with a new token that only this user can read, where it does not exist yet.
     *
     * @throws CommandFailure when it can't be made, or others can read or change the existing one
     */
    public WorkerTokenFile make() {
        SecretFile file = new SecretFile(path);
        try {
            if (!Files.exists(path)) {
                file.create(WorkerToken.random().text());
            }
            file.read();
            return this;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "can't use the token file " + path + ": " + e.getMessage(), e);
        }
    }

    /** Returns its token, for workers of this machine that somebody may have started with it; empty where it was never made. */
    public Optional<WorkerToken> forWorkersAt(List<HostPort> addresses) {
        boolean local = addresses.stream()
                .allMatch(address -> PeerTrust.LOOPBACK.refusal(address).isEmpty());
        return local && !addresses.isEmpty() && Files.exists(path) ? Optional.of(read()) : Optional.empty();
    }
}

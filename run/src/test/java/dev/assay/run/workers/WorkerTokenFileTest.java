package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.model.exit.CommandFailure;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTokenFileTest {
    private static final HostPort HERE = new HostPort("127.0.0.1", 9100);
    private static final HostPort ELSEWHERE = new HostPort("192.0.2.7", 9100);

    @TempDir
    Path folder;

    private WorkerTokenFile file;

    @BeforeEach
    void nameIt() {
        file = WorkerTokenFile.ofUser(new AssayCache(folder.resolve("cache")));
    }

    @Test
    void onlyItsOwnerCanReadItAndItStaysTheSame() throws Exception {
        WorkerToken token = file.make().read();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
                .isEqualTo("rw-------");
        assertThat(file.make().read()).isEqualTo(token);
        assertThat(token.toString()).doesNotContain(token.text());
        try (var left = Files.list(folder.resolve("cache"))) {
            assertThat(left).containsExactly(file.path());
        }
    }

    @Test
    void oneThatOthersCanReadIsNotUsed() throws Exception {
        Files.setPosixFilePermissions(file.make().path(), PosixFilePermissions.fromString("rw-r--r--"));

        for (ThrowingCallable use : List.<ThrowingCallable>of(file::make, file::read)) {
            assertThatThrownBy(use)
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContainingAll(file.path().toString(), "others may read or change it", "chmod 600");
        }
    }

    @Test
    void itGoesToWorkersOfThisMachineOnly() {
        assertThat(file.forWorkersAt(List.of(HERE))).isEmpty();

        WorkerToken token = file.make().read();

        assertThat(file.forWorkersAt(List.of(HERE))).contains(token);
        assertThat(file.forWorkersAt(List.of(HERE, ELSEWHERE))).isEmpty();
        assertThat(file.forWorkersAt(List.of())).isEmpty();
    }

    @Test
    void whatIsNoTokenIsNotTaken() throws Exception {
        Files.writeString(file.make().path(), "short");

        assertThatThrownBy(file::read).isInstanceOf(CommandFailure.class).hasMessageContaining("at least 16");
    }
}

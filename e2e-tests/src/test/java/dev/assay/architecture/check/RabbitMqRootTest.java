package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `bin/rabbitmq-root` makes of packages; those who fetch, unpack and patch are scripts. */
class RabbitMqRootTest {
    @TempDir
    Path folder;

    @Test
    void erlangAndItsProgramsTakeWhatIsInTheFolder() throws Exception {
        program("apt-get", """
                case "$*" in
                  *indextargets*) echo http://debian.example/debian/ ;;
                  *update*) cp "${APT_CONFIG%/*}/sources.list" "$APT_CONFIG" "$TMPDIR" ;;
                  *install*)
                    for name in rabbitmq-server_4.0.5_all erlang-base_27_x libc6_2.41_x zlib1g_1.3_x procps_4_x; do
                      touch "${APT_CONFIG%/*}/archives/$name.deb"
                    done ;;
                esac
                """);
        program("dpkg-deb", """
                echo "${2##*/}" >> "$TMPDIR/unpacked"
                cd "$3"
                mkdir -p usr/bin usr/lib/erlang/bin usr/lib/erlang/erts-15/bin usr/lib/x usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5
                touch usr/lib/x/ld-linux-x.so.2
                for script in bin/erl bin/start erts-15/bin/erl erts-15/bin/start; do
                  echo ROOTDIR=/usr/lib/erlang > "usr/lib/erlang/$script"
                done
                for program in usr/bin/erl usr/lib/erlang/erts-15/bin/beam.smp; do
                  echo '#!/bin/sh' > "$program"
                  chmod +x "$program"
                done
                """);
        program("patchelf", "echo \"$*\" >> \"$TMPDIR/patched\"\n");
        Path root = folder.resolve("root");

        Process script = start("trixie", root.toString(), "-o", "Any::Option=1");

        String said = text(script);
        assertThat(script.waitFor()).as(said).isZero();
        assertThat(said).contains("RabbitMQ 4.0.5", "set RABBITMQ_HOME=" + root);
        assertThat(folder.resolve("sources.list")).content().contains(" http://debian.example/debian/ trixie main");
        assertThat(folder.resolve("unpacked"))
                .hasContent("rabbitmq-server_4.0.5_all.deb\nerlang-base_27_x.deb\nlibc6_2.41_x.deb\nzlib1g_1.3_x.deb");
        for (String erl : new String[] {"bin/erl", "erts-15/bin/start"}) {
            assertThat(root.resolve("usr/lib/erlang").resolve(erl)).hasContent("ROOTDIR=" + root + "/usr/lib/erlang");
        }
        assertThat(folder.resolve("patched"))
                .content()
                .contains("--set-interpreter " + root + "/usr/lib/x/ld-linux-x.so.2 --force-rpath --set-rpath " + root
                        + "/usr/lib/x " + root + "/usr/lib/erlang/erts-15/bin/beam.smp\n");
        assertThat(root.resolve("apt")).doesNotExist();
    }

    @Test
    void aFolderThatExistsIsLeftAsItIs() throws Exception {
        Path root = Files.createDirectory(folder.resolve("root"));
        Process script = start("trixie", root.toString());
        assertThat(text(script)).contains(root + " exists: name a folder that does not");
        assertThat(script.waitFor()).isEqualTo(2);
        assertThat(root).isEmptyDirectory();
    }

    private static String text(Process script) throws IOException {
        return new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void program(String name, String script) throws IOException {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(program, "#!/bin/sh\nset -e\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "../bin/rabbitmq-root").redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ":" + path);
        builder.environment().put("TMPDIR", folder.toString());
        return builder.start();
    }
}

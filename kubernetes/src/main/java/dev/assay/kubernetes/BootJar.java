package dev.assay.kubernetes;

import dev.assay.kubernetes.boot.Boot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Packs {@link Boot}, with the class that it uses, into a jar of a few KB, which fits into a ConfigMap. */
final class BootJar {
    private static final List<String> CLASSES = List.of("Boot", "Meeting");

    private BootJar() {}

    static byte[] bytes() {
        String folder = Boot.class.getPackageName().replace('.', '/') + "/";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Boot.class.getName());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            jar.putNextEntry(entry(JarFile.MANIFEST_NAME));
            manifest.write(jar);
            for (String name : CLASSES) {
                jar.putNextEntry(entry(folder + name + ".class"));
                try (InputStream code = Boot.class.getResourceAsStream(name + ".class")) {
                    if (code == null) {
                        throw new IllegalStateException("the class path has no " + name + " beside " + Boot.class);
                    }
                    code.transferTo(jar);
                }
            }
            jar.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Creates an entry with a fixed time, so that the same code gives the same bytes. */
    private static ZipEntry entry(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
        return entry;
    }
}

package dev.assay.kubernetes;

import dev.assay.kubernetes.boot.Boot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Packs {@link Boot} into a jar of a few KB, which fits into a ConfigMap. */
final class BootJar {
    private BootJar() {}

    static byte[] bytes() {
        String name = Boot.class.getName().replace('.', '/') + ".class";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Boot.class.getName());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream code = Boot.class.getClassLoader().getResourceAsStream(name);
                JarOutputStream jar = new JarOutputStream(bytes)) {
            if (code == null) {
                throw new IllegalStateException("the class path has no " + name);
            }
            jar.putNextEntry(entry(JarFile.MANIFEST_NAME));
            manifest.write(jar);
            jar.putNextEntry(entry(name));
            code.transferTo(jar);
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

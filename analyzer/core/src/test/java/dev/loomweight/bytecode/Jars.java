package dev.loomweight.bytecode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Jars of small classes that tell by their SourceFile which of several equal names was found. */
final class Jars {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(bytes);

    /** A class file of that name, in Java's notation, whose SourceFile is the label. */
    static byte[] classFile(String name, String label) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V21, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, "java/lang/Object", null);
        writer.visitSource(label, null);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Adds a class, packed, below a directory of the jar. */
    Jars with(String directory, String className, String label) {
        return with(directory + className.replace('.', '/') + ".class", classFile(className, label), true);
    }

    /** Adds a manifest of these lines. */
    Jars manifest(String... lines) {
        String text = "Manifest-Version: 1.0\r\n" + String.join("\r\n", lines) + "\r\n";
        return with(JarFile.MANIFEST_NAME, text.getBytes(StandardCharsets.UTF_8), true);
    }

    /** Adds an entry. */
    Jars with(String name, byte[] content, boolean packed) {
        ZipEntry entry = new ZipEntry(name);
        if (!packed) {
            CRC32 crc = new CRC32();
            crc.update(content);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(content.length);
            entry.setCrc(crc.getValue());
        }
        try {
            zip.putNextEntry(entry);
            zip.write(content);
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** The jar. */
    byte[] bytes() {
        try {
            zip.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The jar, as a file. */
    Path write(Path file) throws IOException {
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        return Files.write(file, bytes());
    }
}

package dev.loomweight.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A jar whose entries are not compressed: in a compressed package it takes less room than one whose entries were compressed
 * one by one, and the JVM reads its classes sooner.
 */
final class StoredJar {

    private StoredJar() {}

    /**
     * Copies a jar.
     *
     * @param args the jar, and where its copy goes
     * @throws IOException if it cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        try (ZipFile from = new ZipFile(Path.of(args[0]).toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(Path.of(args[1])))) {
            to.setMethod(ZipOutputStream.STORED);
            for (ZipEntry entry : Collections.list(from.entries())) {
                copy(from, entry, to);
            }
        }
    }

    private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream to) throws IOException {
        byte[] bytes;
        try (InputStream in = from.getInputStream(entry)) {
            bytes = in.readAllBytes();
        }
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ZipEntry copied = new ZipEntry(entry.getName());
        copied.setTimeLocal(entry.getTimeLocal());
        copied.setSize(bytes.length);
        copied.setCrc(sum.getValue());
        to.putNextEntry(copied);
        to.write(bytes);
        to.closeEntry();
    }
}

package dev.loomweight.classfiles;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a JDK, read from its {@code lib/modules} without running anything of it: for a JDK that an input names.
 *
 * <p>The file is a jimage of version 1.0, as {@code src/java.base/share/native/libjimage/imageFile.hpp} of OpenJDK
 * describes it: a header, a perfect hash table of names, attributes of each resource, names, then the resources. Those
 * that {@code jlink --compress} packed with zip are unpacked; what it packed otherwise is refused. Safe for threads.
 */
public final class ImageClasses implements ClassContainer {

    private static final int MAGIC = 0xCAFEDADA;
    private static final int MAJOR_VERSION = 1;
    private static final int HEADER_BYTES = 28;
    private static final int HASH_MULTIPLIER = 0x01000193;
    private static final int PACKED_MAGIC = 0xCAFEFAFA;
    private static final int PACKED_HEADER_BYTES = 29;

    /** That of a complete JDK has four megabytes. */
    private static final long MAX_INDEX_BYTES = 64 << 20;

    private static final int MODULE = 1;
    private static final int PARENT = 2;
    private static final int BASE = 3;
    private static final int EXTENSION = 4;
    private static final int OFFSET = 5;
    private static final int COMPRESSED = 6;
    private static final int UNCOMPRESSED = 7;
    private static final int KINDS = 8;

    private final Path file;
    private final FileBytes bytes;
    private final ByteBuffer index;
    private final int tableLength;
    private final int locations;
    private final int strings;

    private ImageClasses(Path file, FileBytes bytes, ByteBuffer index, int tableLength, int locations, int strings) {
        this.file = file;
        this.bytes = bytes;
        this.index = index;
        this.tableLength = tableLength;
        this.locations = locations;
        this.strings = strings;
    }

    /**
     * Opens the classes of a JDK.
     *
     * @param home its {@code java.home}
     * @throws IOException if they cannot be opened; the message begins with the file's name
     */
    public static ImageClasses open(Path home) throws IOException {
        Path file = home.resolve("lib").resolve("modules");
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": no such file");
        }
        FileBytes bytes = new FileBytes(file);
        try {
            return of(file, bytes);
        } catch (IOException e) {
            bytes.close();
            throw new IOException(file + ": " + ErrorText.of(e), e);
        }
    }

    private static ImageClasses of(Path file, FileBytes bytes) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(bytes.read(0, HEADER_BYTES));
        if (header.getInt(0) != MAGIC) {
            header.order(ByteOrder.LITTLE_ENDIAN);
        }
        if (header.getInt(0) != MAGIC || header.getInt(4) >>> 16 != MAJOR_VERSION) {
            throw new IOException("it is not a module file of a known version");
        }
        long table = Integer.toUnsignedLong(header.getInt(16));
        long locationBytes = Integer.toUnsignedLong(header.getInt(20));
        long all = HEADER_BYTES + table * 8 + locationBytes + Integer.toUnsignedLong(header.getInt(24));
        if (table == 0 || table > MAX_INDEX_BYTES || all > MAX_INDEX_BYTES) {
            throw new IOException("its index is damaged");
        }
        ByteBuffer index = ByteBuffer.wrap(bytes.read(0, (int) all)).order(header.order());
        int locations = HEADER_BYTES + (int) table * 8;
        return new ImageClasses(file, bytes, index, (int) table, locations, locations + (int) locationBytes);
    }

    /** The home of the JDK whose file of modules that is; null where it is none by its name. */
    static @Nullable Path homeOf(Path file) {
        Path lib = file.toAbsolutePath().normalize().getParent();
        boolean modules =
                file.getFileName() != null && file.getFileName().toString().equals("modules");
        return modules && lib != null && lib.endsWith("lib") ? lib.getParent() : null;
    }

    @Override
    public @Nullable ClassBytes find(String path) throws IOException {
        int slash = path.lastIndexOf('/');
        if (slash < 0) {
            return null;
        }
        try {
            for (String module : modulesOf(path.substring(0, slash).replace('/', '.'))) {
                byte[] content = content("/" + module + "/" + path);
                if (content != null) {
                    String at = file + "!/" + module;
                    return new ClassBytes(at, content, Archive.ofModule(module, at));
                }
            }
            return null;
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new IOException(file + ": " + ErrorText.of(e), e);
        }
    }

    /** The modules that have a package: each a word that says whether it is empty there, and the place of its name. */
    private List<String> modulesOf(String packageName) throws IOException {
        byte[] content = content("/packages/" + packageName);
        List<String> modules = new ArrayList<>();
        if (content != null) {
            ByteBuffer links = ByteBuffer.wrap(content).order(index.order());
            for (int at = 0; at + 8 <= content.length; at += 8) {
                modules.add(string(links.getInt(at + 4)));
            }
        }
        return modules;
    }

    private byte @Nullable [] content(String name) throws IOException {
        long[] location = location(name);
        if (location == null) {
            return null;
        }
        long packed = location[COMPRESSED];
        long size = location[UNCOMPRESSED];
        if (size < 0 || size > ZipIndex.MAX_CLASS_BYTES || packed < 0 || packed > ZipIndex.MAX_CLASS_BYTES) {
            throw new IOException(name + " is too large: " + size + " bytes");
        }
        byte[] content = bytes.read(index.limit() + location[OFFSET], (int) (packed == 0 ? size : packed));
        return packed == 0 ? content : unpacked(name, content);
    }

    /** One packing may be around another; each has a header with its size and the place of its name. */
    private byte[] unpacked(String name, byte[] packed) throws IOException {
        byte[] content = packed;
        for (int depth = 0; depth < KINDS; depth++) {
            ByteBuffer header = ByteBuffer.wrap(content).order(index.order());
            if (content.length < PACKED_HEADER_BYTES || header.getInt(0) != PACKED_MAGIC) {
                return content;
            }
            long size = header.getLong(12);
            String packing = string(header.getInt(20));
            if (!packing.equals("zip") || size < 0 || size > ZipIndex.MAX_CLASS_BYTES) {
                throw new IOException(name + " is packed by jlink in a way that is not supported (" + packing + ")");
            }
            content = inflate(content, new byte[(int) size]);
        }
        throw new IOException(name + " is damaged");
    }

    private static byte[] inflate(byte[] packed, byte[] content) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed, PACKED_HEADER_BYTES, packed.length - PACKED_HEADER_BYTES);
            int got = 0;
            while (got < content.length) {
                int more = inflater.inflate(content, got, content.length - got);
                if (more == 0) {
                    throw new EOFException("it is truncated or damaged");
                }
                got += more;
            }
            return content;
        } catch (DataFormatException e) {
            throw new IOException("it is damaged", e);
        } finally {
            inflater.end();
        }
    }

    /** The attributes of a resource, by their kinds; null if there is none of that name. */
    private long @Nullable [] location(String name) throws IOException {
        int redirect = index.getInt(HEADER_BYTES + 4 * (hash(name, HASH_MULTIPLIER) % tableLength));
        if (redirect == 0) {
            return null;
        }
        int slot = redirect < 0 ? -1 - redirect : hash(name, redirect) % tableLength;
        if (slot < 0 || slot >= tableLength) {
            throw new IOException("its index is damaged");
        }
        int at = locations + index.getInt(HEADER_BYTES + 4 * (tableLength + slot));
        long[] attributes = new long[KINDS];
        while (true) {
            int kind = (index.get(at) & 0xFF) >>> 3;
            if (kind == 0) {
                break;
            }
            int length = (index.get(at) & 7) + 1;
            long value = 0;
            for (int i = 1; i <= length; i++) {
                value = (value << 8) | (index.get(at + i) & 0xFF);
            }
            if (kind < KINDS) {
                attributes[kind] = value;
            }
            at += length + 1;
        }
        return name.equals(nameOf(attributes)) ? attributes : null;
    }

    private String nameOf(long[] attributes) throws IOException {
        String module = string((int) attributes[MODULE]);
        String parent = string((int) attributes[PARENT]);
        String extension = string((int) attributes[EXTENSION]);
        return (module.isEmpty() ? "" : "/" + module + "/")
                + (parent.isEmpty() ? "" : parent + "/")
                + string((int) attributes[BASE])
                + (extension.isEmpty() ? "" : "." + extension);
    }

    private String string(int offset) throws IOException {
        int from = strings + offset;
        if (offset < 0 || from < strings || from >= index.limit()) {
            throw new IOException("its index is damaged");
        }
        int end = from;
        while (index.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - from];
        index.get(from, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static int hash(String name, int seed) {
        int hash = seed;
        for (byte character : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash * HASH_MULTIPLIER) ^ (character & 0xFF);
        }
        return hash & 0x7FFFFFFF;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}

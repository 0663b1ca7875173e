package dev.loomweight.classfiles;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The class files of a jar, of the directories that fat jars, wars and the JDK's jmods have for their own, and of the
 * jars in it: those of a war in an ear, too.
 *
 * <p>Of a multi-release jar (JEP 238) the newest version counts that the recorded JVM would take.
 */
final class JarClasses implements ClassContainer {

    // Spring Boot's executable jars, and wars: the application's own classes come before the jars next to them.
    private static final List<String> OWN = List.of("BOOT-INF/classes/", "WEB-INF/classes/", "");
    private static final String OWN_ENDING = "-INF/classes/";
    private static final String JMOD = ".jmod";
    private static final String OF_JMOD = "classes/";
    private static final String VERSIONS = "META-INF/versions/";
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,4})/");
    private static final int DEEPEST = 3;
    // Far more than any fat jar has; entries may claim the same bytes again and again.
    private static final int MAX_NESTED_JARS = 5000;

    private final String name;
    private final Supply supply;
    private final List<String> prefixes;
    private final List<JarClasses> nested;
    private final List<String> classPath;
    private final @Nullable String startClass;
    private volatile @Nullable Archive archive;
    private volatile @Nullable Archive own;

    /** The directory of the jar; that of a packed jar in a jar is made again where memory was short. */
    @FunctionalInterface
    private interface Supply {
        ZipIndex get() throws IOException;
    }

    private JarClasses(
            String name,
            Supply supply,
            List<String> prefixes,
            List<JarClasses> nested,
            List<String> classPath,
            @Nullable String startClass) {
        this.startClass = startClass;
        this.name = name;
        this.supply = supply;
        this.prefixes = prefixes;
        this.nested = nested;
        this.classPath = classPath;
    }

    /**
     * Reads the directory of a jar and of the jars in it.
     *
     * @param name the jar, as messages name it
     * @param bytes its content
     * @param javaVersion the feature version of the recorded JVM; 0 for a JVM that knows no multi-release jars
     * @param broken receives a message for every jar in it that cannot be read
     * @throws IOException if the jar itself cannot be read; the message does not name it
     */
    static JarClasses open(String name, ByteRange bytes, int javaVersion, Consumer<String> broken) throws IOException {
        ZipIndex index = ZipIndex.read(bytes);
        return open(name, index, () -> index, new Opening(javaVersion, broken, 1, new AtomicInteger()));
    }

    private record Opening(int javaVersion, Consumer<String> broken, int depth, AtomicInteger opened) {
        private Opening deeper() {
            return new Opening(javaVersion, broken, depth + 1, opened);
        }
    }

    private static JarClasses open(String name, ZipIndex index, Supply supply, Opening opening) throws IOException {
        Attributes manifest = manifest(index);
        List<String> classPath = new ArrayList<>();
        String listed = manifest.getValue(Attributes.Name.CLASS_PATH);
        if (listed != null) {
            classPath.addAll(List.of(listed.trim().split("\\s+")));
        }
        boolean multiRelease = "true".equalsIgnoreCase(manifest.getValue(Attributes.Name.MULTI_RELEASE));
        List<JarClasses> nested = new ArrayList<>();
        for (String entry : index.names()) {
            if (ZipIndex.isJar(entry) && opening.depth < DEEPEST) {
                int opened = opening.opened.incrementAndGet();
                if (opened > MAX_NESTED_JARS) {
                    if (opened == MAX_NESTED_JARS + 1) {
                        opening.broken.accept(name + ": it has more than " + MAX_NESTED_JARS + " jars in it");
                    }
                    break;
                }
                openNested(name + "!/" + entry, index, entry, supply, opening, nested);
            }
        }
        String start = manifest.getValue("Start-Class");
        return new JarClasses(
                name,
                supply,
                prefixes(name, index, multiRelease ? opening.javaVersion : 0),
                nested,
                classPath,
                start == null ? manifest.getValue(Attributes.Name.MAIN_CLASS) : start);
    }

    private static void openNested(
            String name, ZipIndex outer, String entry, Supply supply, Opening opening, List<JarClasses> into) {
        try {
            ByteRange stored = outer.stored(entry);
            if (stored != null) {
                ZipIndex index = ZipIndex.read(stored);
                into.add(open(name, index, () -> index, opening.deeper()));
            } else {
                Unpacked unpacked = new Unpacked(supply, entry);
                into.add(open(name, unpacked.get(), unpacked, opening.deeper()));
            }
        } catch (IOException e) {
            opening.broken.accept(name + ": " + ErrorText.of(e));
        }
    }

    // A war packs its jars again: unpacked, they stay in memory for as long as there is enough of it.
    private static final class Unpacked implements Supply {
        private final Supply outer;
        private final String entry;
        private SoftReference<@Nullable ZipIndex> known = new SoftReference<>(null);

        private Unpacked(Supply outer, String entry) {
            this.outer = outer;
            this.entry = entry;
        }

        @Override
        public synchronized ZipIndex get() throws IOException {
            ZipIndex index = known.get();
            if (index == null) {
                byte[] content = outer.get().content(entry);
                if (content == null) {
                    throw new IOException("its entry " + entry + " went missing");
                }
                index = ZipIndex.read(ByteRange.of(content));
                known = new SoftReference<>(index);
            }
            return index;
        }
    }

    private static Attributes manifest(ZipIndex index) throws IOException {
        byte[] manifest = index.content(ZipIndex.MANIFEST);
        return manifest == null
                ? new Attributes()
                : new Manifest(new ByteArrayInputStream(manifest)).getMainAttributes();
    }

    private static List<String> prefixes(String name, ZipIndex index, int newest) {
        Set<Integer> versions = new LinkedHashSet<>();
        Set<String> own = new LinkedHashSet<>();
        for (String entry : index.names()) {
            if (entry.startsWith(VERSIONS)) {
                Matcher version = NUMBER.matcher(entry).region(VERSIONS.length(), entry.length());
                if (version.lookingAt()) {
                    versions.add(Integer.valueOf(version.group(1)));
                }
            }
            OWN.stream().filter(entry::startsWith).forEach(own::add);
        }
        List<String> prefixes = new ArrayList<>();
        if (name.endsWith(JMOD)) {
            prefixes.add(OF_JMOD);
        }
        OWN.stream().filter(own::contains).filter(prefix -> !prefix.isEmpty()).forEach(prefixes::add);
        versions.stream()
                .filter(version -> version > 8 && version <= newest)
                .sorted((a, b) -> b - a)
                .forEach(version -> prefixes.add(VERSIONS + version + "/"));
        prefixes.add("");
        return prefixes;
    }

    @Override
    public @Nullable ClassBytes find(String path) throws IOException {
        try {
            ZipIndex index = supply.get();
            for (String prefix : prefixes) {
                byte[] content = index.content(prefix + path);
                if (content != null) {
                    return new ClassBytes(name, content, archive(prefix, index));
                }
            }
        } catch (IOException e) {
            throw new IOException(name + ": " + ErrorText.of(e), e);
        }
        for (JarClasses jar : nested) {
            ClassBytes found = jar.find(path);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Archive archive(String prefix, ZipIndex index) throws IOException {
        if (prefix.equals(OF_JMOD)) {
            String file = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
            return Archive.ofModule(file.substring(0, file.length() - JMOD.length()), name);
        }
        if (prefix.endsWith(OWN_ENDING)) {
            Archive ofOwn = own;
            if (ofOwn == null) {
                // What the fat jar says of itself is said of these.
                ofOwn = JarFacts.read(name, manifest(index), index).asClasses();
                own = ofOwn;
            }
            return ofOwn;
        }
        Archive known = archive;
        if (known == null) {
            known = JarFacts.read(name, manifest(index), index);
            archive = known;
        }
        return known;
    }

    @Override
    public @Nullable String startClass() {
        return startClass;
    }

    @Override
    public boolean holdsOwn() {
        return prefixes.stream().anyMatch(prefix -> prefix.endsWith(OWN_ENDING));
    }

    /** What the manifest's Class-Path lists, as written there: URLs relative to the jar. */
    List<String> classPath() {
        return classPath;
    }
}

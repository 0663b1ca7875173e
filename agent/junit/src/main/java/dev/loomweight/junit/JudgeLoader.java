package dev.loomweight.junit;

import dev.loomweight.junit.spi.GateJudge;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * Loads the judge and its libraries from a folder of this artifact's jar. The tests see nothing of them, and they see
 * nothing of the tests: of what is outside of the folder only {@code dev.loomweight.junit.spi} and the JDK.
 */
final class JudgeLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** The folder; its classes have another suffix, so that no tool takes them for classes of the jar. */
    static final String FOLDER = "META-INF/loomweight/judge/";

    /** The suffix of its classes. */
    static final String SUFFIX = ".classdata";

    private static final String JUDGE = "dev.loomweight.junit.judge.PinJudge";
    private static final String SPI = GateJudge.class.getPackageName() + ".";

    private static @Nullable GateJudge judge;

    private final ClassLoader own;

    private JudgeLoader(ClassLoader own) {
        super("loomweight-judge", ClassLoader.getPlatformClassLoader());
        this.own = own;
    }

    /**
     * The judge, one in a JVM.
     *
     * @throws IllegalStateException if it cannot be loaded
     */
    static synchronized GateJudge judge() {
        GateJudge loaded = judge;
        if (loaded == null) {
            try {
                loaded = Class.forName(JUDGE, true, new JudgeLoader(JudgeLoader.class.getClassLoader()))
                        .asSubclass(GateJudge.class)
                        .getConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new IllegalStateException("loomweight-junit cannot be loaded completely: " + e, e);
            }
            judge = loaded;
        }
        return loaded;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.startsWith(SPI) ? own.loadClass(name) : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in = own.getResourceAsStream(FOLDER + name.replace('.', '/') + SUFFIX)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length, JudgeLoader.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return own.getResource(FOLDER + name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return own.getResources(FOLDER + name);
    }
}

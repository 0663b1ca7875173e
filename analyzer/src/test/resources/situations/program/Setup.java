package shop;

import java.io.IOException;
import java.io.InputStream;

/** Loads a class anew, whose initializer runs once more. */
final class Setup extends ClassLoader {

    private Setup() {
        super(Setup.class.getClassLoader());
    }

    static Class<?> of(String name, long millis) {
        System.setProperty("shop.millis", "" + millis);
        try {
            return Class.forName(name, true, new Setup());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean again = name.equals("shop.Configuration")
                || name.equals("shop.Warehouse")
                || name.equals("shop.Plugin")
                || name.equals("driver.Session");
        if (!again) {
            return super.loadClass(name, resolve);
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}

/** Its initializer reads for a while. */
class Configuration {
    static {
        Shop.pause(Long.getLong("shop.millis"));
    }
}

/** Its initializer takes a lock. */
class Warehouse {
    static {
        Shop.Stock.take();
    }
}

/** A class that is loaded often. */
class Plugin {
    static final long SIZE = System.nanoTime();

    long price() {
        return SIZE;
    }
}

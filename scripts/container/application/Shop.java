/** An application that pins: for scripts/test container. */
public final class Shop {
    private static final Object STOCK = new Object();

    private static void sell() {
        synchronized (STOCK) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("open");
        while (true) {
            Thread.startVirtualThread(Shop::sell).join();
        }
    }
}
